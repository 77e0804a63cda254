/** The entry point for benches: the whole server in this process, the demo's course and a past for it. */
export { fillWithDemo } from '../app/firstStart/index.ts'
export { DAY_S, writeDayOfPositions } from './dayOfPositions.ts'
export { startTestServer } from './testServer.ts'
