/**
 * Domain: the nouns of a golf course's day, their rules, and the contract between server and web.
 * It never does IO and never asks for the time: both are handed in.
 */
export * from './course.ts'
export * from './direction.ts'
export * from './result.ts'
export * from './telemetry.ts'
