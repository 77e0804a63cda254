/** What a start finds to do in an empty database: the demo, or a first administrator. */
import { hashPassword } from '../auth/password.ts'
import { changeUser, findUserByLogin, hasSignedIn, hasUsers } from '../auth/userStore.ts'
import type { Context } from '../context.ts'
import { seedCourse } from '../map/index.ts'
import { addDemoCourse } from './demoStore.ts'
import { addAdministrator, addDemoUsers, newPassword, readDemoUsers } from './people.ts'
import { addStartingTypes } from './startingTypes.ts'

const fillWithDemo = async (ctx: Context): Promise<void> => {
  const { config, clock } = ctx
  // Drawing up the course takes a while, and only the very first start needs it.
  const [{ demoCourse }, { demoFleet }] = await Promise.all([import('@greensward/demo'), import('./demoFleet.ts')])
  const course = demoCourse()
  const all = demoFleet(config.simMowers)
  // Where a simulator drives them, a mower that it does not drive would only ever be silent.
  const fleet = config.simulator ? all.slice(0, config.simMowers) : all
  await ctx.db.transaction(async tx => {
    const now = clock.now()
    await addDemoUsers(tx, config.dataDir, now)
    await addDemoCourse(tx, course, fleet, now)
    await seedCourse(tx, course.features)
    await ctx.audit(tx, { action: 'demo.fill', subject: 'course', details: { name: course.name } })
  })
}

/**
 * Makes a first administrator, or gives one who never signed in a new password, so that a start whose words were lost
 * can be repeated. @returns the password, undefined where somebody has signed in already
 */
const firstAdministrator = async (ctx: Context): Promise<string | undefined> => {
  const { config, db, clock } = ctx
  if (!(await hasUsers(db))) {
    if (config.smtpUrl !== undefined && config.adminEmail === undefined) {
      throw new Error('Set ADMIN_EMAIL: the first administrator needs an address that login codes can be sent to')
    }
    return db.transaction(async tx => {
      await addStartingTypes(tx, clock.now())
      return addAdministrator(tx, config.adminEmail ?? null, clock.now())
    })
  }
  if (await hasSignedIn(db)) return undefined
  const admin = await findUserByLogin(db, 'admin')
  if (admin === undefined) return undefined
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(tx => changeUser(tx, admin.id, { passwordHash }))
  return password
}

/** Does it, and says what a person has to know to sign in, line by line. */
export const prepareFirstStart = async (ctx: Context): Promise<readonly string[]> => {
  const { config, db } = ctx
  if (config.demo && !(await hasUsers(db))) await fillWithDemo(ctx)
  const people = readDemoUsers(config.dataDir)
  if (people.length > 0) {
    const widest = Math.max(...people.map(({ login }) => login.length))
    return ['Demo logins:', ...people.map(({ login, password }) => `  ${login.padEnd(widest)}  ${password}`)]
  }
  const password = await firstAdministrator(ctx)
  return password === undefined
    ? []
    : [`First administrator: login admin, password ${password} (change it after signing in)`]
}
