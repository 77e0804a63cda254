/** Printed right before the main thread of a server under test is blocked. */
export const BLOCKED = 'blocked'
export const BLOCKED_MS = 60_000
