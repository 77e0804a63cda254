/** Every call, for the server and for tests of all of them. */
import { calls } from './http.ts'
import { lateCalls } from './lateCalls.ts'

export const allCalls = { ...calls, ...lateCalls } as const
