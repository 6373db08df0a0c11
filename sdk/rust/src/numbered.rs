//! Enums with the numbers of the protocol.

/// An enum with the number and the name of each value. Unknown numbers of a later protocol are
/// `Unknown`.
macro_rules! numbered {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $number:literal $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $value,)*
            /// A value of a later protocol.
            Unknown(u8),
        }

        impl $name {
            /// The value with this number in the protocol.
            pub fn from_number(number: u8) -> Self {
                match number {
                    $($number => Self::$value,)*
                    other => Self::Unknown(other),
                }
            }

            /// The number in the protocol.
            pub fn number(self) -> u8 {
                match self {
                    $(Self::$value => $number,)*
                    Self::Unknown(number) => number,
                }
            }

            /// The name in the protocol.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)*
                    Self::Unknown(_) => "UNKNOWN",
                }
            }
        }

        impl std::fmt::Display for $name {
            /// The name in the protocol.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    Self::Unknown(number) => write!(f, "{number}"),
                    known => f.write_str(known.name()),
                }
            }
        }
    };
}

pub(crate) use numbered;
