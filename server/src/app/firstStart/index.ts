/** Fills an empty database at the first start: the demo, or a first administrator. */
import { storeSetUpLink } from '../../features/auth/accessStore.ts'
import { hasSignedIn, hasUsers } from '../../features/auth/userStore.ts'
import { seedCourse } from '../../features/map/index.ts'
import type { Context } from '../../platform/context.ts'
import { inTurn } from '../../platform/db/alone.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { addDemoCourse } from './demoStore.ts'
import { askForHistory } from './history/index.ts'
import { addDemoUsers, readDemoUsers } from './people.ts'
import { addStartingTypes } from './startingTypesStore.ts'

/** The demo, into a database that holds no course yet. */
export const fillWithDemo = async (ctx: Context): Promise<void> => {
  const { config, clock } = ctx
  // Drawing up the course takes a while, and only the very first start needs it.
  const [{ demoCourse }, { demoFleet }] = await Promise.all([import('@greensward/demo'), import('./demoFleet.ts')])
  const course = demoCourse()
  const all = demoFleet(config.simMowers)
  // A mower that the simulator does not drive would only ever be silent.
  const fleet = config.simulator ? all.slice(0, config.simMowers) : all
  const isFilled = await ctx.db.transaction(async tx => {
    await inTurn(tx, 'firstStart')
    if (await hasUsers(tx)) return false
    const now = clock.now()
    await addDemoUsers(tx, config.sharedDir, now)
    await addDemoCourse(tx, course, fleet, now)
    await seedCourse(tx, course.features)
    await ctx.audit(tx, { action: 'demo.fill', subject: 'course', details: { name: course.name } })
    return true
  })
  if (isFilled && config.demoHistory) askForHistory(config)
}

/**
 * Until somebody has signed in, every start makes a new link for the first administrator, so that a start whose words
 * were lost can be repeated. @returns the link's secret, undefined where somebody has signed in already
 */
const firstAdministrator = async (ctx: Context): Promise<string | undefined> => {
  if (await hasSignedIn(ctx.db)) return undefined
  const token = newToken()
  await ctx.db.transaction(async tx => {
    await inTurn(tx, 'firstStart')
    await addStartingTypes(tx, ctx.clock.now())
    // With several servers, people look at the console of any of them.
    await storeSetUpLink(tx, tokenHash(token), ctx.bus.isShared ? 'keep' : 'end', ctx.clock.now())
  })
  return token
}

/**
 * Does it. @returns what a person has to know to sign in, line by line, given the address that people reach the server
 * at. The secret of the link comes after a #, which browsers send to nobody.
 */
export const prepareFirstStart = async (ctx: Context): Promise<(address: string) => readonly string[]> => {
  const { config, db } = ctx
  if (config.demo && !(await hasUsers(db))) await fillWithDemo(ctx)
  const people = readDemoUsers(config.sharedDir)
  if (people.length > 0) {
    const widest = Math.max(...people.map(({ login }) => login.length))
    return () => ['Demo logins:', ...people.map(({ login, password }) => `  ${login.padEnd(widest)}  ${password}`)]
  }
  const token = await firstAdministrator(ctx)
  return address =>
    token === undefined ? [] : [`Make yourself the first administrator, once: ${address}/set-up#${token}`]
}
