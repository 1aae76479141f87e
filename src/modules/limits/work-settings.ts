/**
 * Slots for heavy work, and bounds on waiting for them. They follow from the one thread and the connections of a process, not
 * from an installation: more work in the same time needs more processes.
 */
export const WORK_SETTINGS = {
  /** Refuse an operation once its expected wait reaches this many milliseconds. A person waits no longer, and a program retries. */
  maxWaitMs: 4_000,
  /** Lag of the event loop in milliseconds from which heavy operations are refused. Light ones suffer from more. */
  lagMs: 500,
  slots: {
    /** As many as the pools of evaluations and of writes have connections by default. */
    evaluate: 4,
    enrich: 4,
    /** An export computes all members before its charge. */
    export: 2,
    /** Large reads block the only thread while their responses are built. */
    large: 2,
    /** Each file that is being sent holds a few megabytes. */
    stream: 32,
  },
  /** Slots of one kind that an organization may have while others wait. */
  slotsPerOrganization: 2,
  /** CSV files that are sent to one organization at a time. */
  streamsPerOrganization: 4,
  /** Cost from which a read needs a slot: it computes for a few milliseconds. */
  largeCost: 1_000,
};

export type WorkSettings = typeof WORK_SETTINGS;
