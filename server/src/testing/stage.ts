/** The door for benches: the whole server in this process, and a past for it. */
export { DAY_S, writeDayOfPositions } from './dayOfPositions.ts'
export { startTestServer } from './testServer.ts'
