/** The contract between server and web: calls, live messages, errors. */
export * from './errors.ts'
export * from './http.ts'
export * from './live.ts'
