package io.github.maumauarena;

/** The word said with a play. The lowest word that a choice allows is never a mistake. */
public enum Word {
    MAU_MAU(" Mau-Mau"),
    LAST_CARD(" Mau"),
    SILENT("");

    /** How it goes into the notation of a play. */
    final String spoken;

    Word(String spoken) {
        this.spoken = spoken;
    }
}
