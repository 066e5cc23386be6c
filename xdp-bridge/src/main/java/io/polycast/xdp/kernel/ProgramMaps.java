package io.polycast.xdp.kernel;

/** Maps in the text of the programs: descriptors and sizes. */
interface ProgramMaps {
    /** Published groups: McstID to slot. */
    int hashFd();

    /** Counters per core, in the order of {@link ProgramEnding}. */
    int countersFd();

    /** Groups by slot, see {@link SlotLayout}. */
    int groupsFd();

    /** Rows by slot and port, see {@link SlotLayout}. */
    int rowsFd();

    /** Zero-shift tables. */
    int tablesFd();

    /** DEVMAPs by set of ports. */
    int portSetsFd();

    /** Time of the last sign of life, in ns. */
    int heartbeatFd();

    /** Number of slots. */
    int slots();

    /** Offset of the last slot's first row. */
    int lastRows();
}
