"""Is one bot better than another? A sequential test over duplicate boards, played until it decides."""
