package io.polycast.perf.rig;

/** Frames that a load's ports request, on the switch's thread. */
interface Traffic {
    /** Whether the source sends. */
    boolean isOn();

    /** Whether receivers' answers are thrown away where they enter. */
    boolean dropsAnswers();

    /** Group of the n-th packet. */
    int groupOf(int turn);

    /** Packets sent so far. */
    void sent(long packets);
}
