/** Reads Automowers from the maker's service every five minutes, follows their events, pauses, parks and starts them, also as planned. The product works without it. */
import type { AutomowerChange, AutomowerRequested } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { pause } from '../../platform/pause.ts'
import { openSeal, type Seal } from '../../platform/sealing.ts'
import { createWatch } from '../../platform/watch.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import type { FleetPort } from '../../shared/missionLife/ports.ts'
import { areaRoutes } from './areaRoutes.ts'
import { type Account, type Acted, AutomowerService } from './askService.ts'
import { automowerAdapter } from './automowerAdapter.ts'
import {
  type AutomowerSettings,
  changeAutomower,
  countRequest,
  DEFAULTS,
  isOther,
  readAutomower,
  shownState,
  storeAnswer,
  storeProblem,
  takeTurn,
} from './automowerStore.ts'
import { AutomowerCommands } from './commands.ts'
import { AutomowerEvents } from './events.ts'
import { type Fault, fault } from './fault.ts'
import { plannedRoutes } from './planned/plannedRoutes.ts'
import { PlannedStarts } from './planned/plannedStarts.ts'
import { endReleases } from './planned/plannedStore.ts'
import { StartChecks } from './starts/startChecks.ts'
import { startRoutes } from './starts/startRoutes.ts'

const LOOK_MS = 20_000
const CLOSE_MS = 5_000
const LAST_MS = 1_000

const ADDRESSES = ['signInAddress', 'address', 'eventsAddress'] as const

/** Key and secret are for the addresses that they were typed for and must not go to others. */
const changedSettings = (seal: Seal, before: AutomowerSettings, change: AutomowerChange): AutomowerSettings => {
  const { applicationKey, secret, ...others } = change
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const after: AutomowerSettings = { ...before, ...given }
  const isForAnother = ADDRESSES.some(name => after[name] !== before[name])
  const kept = isForAnother ? null : before.sealedSecret
  return {
    ...after,
    applicationKey: applicationKey ?? (isForAnother ? '' : before.applicationKey),
    sealedSecret: secret === undefined ? kept : secret === '' ? null : seal.close(secret),
  }
}

/** Events are followed by other settings than before. */
const isAnother = (before: AutomowerSettings, after: AutomowerSettings): boolean =>
  ([...ADDRESSES, 'enabled', 'events', 'applicationKey', 'sealedSecret'] as const).some(
    name => before[name] !== after[name],
  )

/** @throws Refusal of the fields that are empty */
const refuseIncomplete = ({ enabled, applicationKey, sealedSecret }: AutomowerSettings): void => {
  const empty = said('empty')
  const fields = {
    ...(applicationKey === '' ? { 'body.applicationKey': empty } : {}),
    ...(sealedSecret === null ? { 'body.secret': empty } : {}),
  }
  if (enabled && Object.keys(fields).length > 0) refuseFields(fields)
}

const shownSettings = ({
  enabled,
  signInAddress,
  address,
  events,
  eventsAddress,
}: Omit<AutomowerSettings, 'applicationKey' | 'sealedSecret'>) => ({
  ...{ enabled, signInAddress, address, events, eventsAddress },
})

/** What the record keeps. */
const seen = ({ applicationKey, sealedSecret, ...settings }: AutomowerSettings) => ({
  ...shownSettings(settings),
  hasApplicationKey: applicationKey !== '',
  hasSecret: sealedSecret !== null,
})

export const createAutomowerFeature = (
  ctx: Context,
  course: CurrentCourse,
  fleet: Pick<FleetPort, 'othersOn'>,
): Feature => {
  const seal = openSeal(ctx.config.sharedDir)
  const closing = new AbortController()
  const service = new AutomowerService({
    allowsPrivate: ctx.config.outgoingPrivate,
    signal: closing.signal,
    now: () => ctx.clock.now(),
  })

  const withAccount = async <T>(
    { applicationKey, sealedSecret, signInAddress, address, eventsAddress }: AutomowerSettings,
    use: (account: Account) => Promise<T>,
  ): Promise<T | Fault> => {
    if (applicationKey === '' || sealedSecret === null) return fault('incomplete')
    const secret = seal.open(sealedSecret)
    return secret === undefined
      ? fault('sealBroken')
      : use({ applicationKey, secret, signInAddress, address, eventsAddress })
  }
  const ask = async (settings: AutomowerSettings) => {
    const timeZone = await readTimeZone(ctx.db)
    return withAccount(settings, account => service.read(account, timeZone))
  }
  const acted = async (settings: AutomowerSettings, act: (account: Account) => Promise<Acted>): Promise<Acted> => {
    const found = await withAccount(settings, act)
    return 'requests' in found ? found : { reply: found, requests: 0 }
  }
  const checks = new StartChecks(ctx, course, fleet)
  const commands = new AutomowerCommands(ctx, checks, {
    request: (settings, machineId, action) => acted(settings, account => service.act(account, machineId, action)),
    start: (settings, machineId, start, options) =>
      acted(settings, account => service.start(account, machineId, start, options)),
  })
  const requested = async (...asked: Parameters<typeof commands.request>): Promise<AutomowerRequested> =>
    (await commands.request(...asked)).answer
  const planned = new PlannedStarts(ctx, checks, commands)
  const events = new AutomowerEvents(ctx, {
    follow: (settings, use) => withAccount(settings, account => service.follow(account, use)),
    stored: () => commands.keep(),
  })
  let unsubscribe: readonly (() => void)[] = []

  const lookOnce = async (): Promise<void> => {
    const asked = await takeTurn(ctx.db, ctx.clock.now())
    if (asked === undefined) return
    const askedAt = ctx.clock.now()
    const reply = await ask(asked)
    if (reply.ok) {
      await storeAnswer(ctx.db, asked, reply.machines, { askedAt, now: ctx.clock.now() })
      return commands.keep()
    }
    ctx.log.warn({ problem: reply.problem, detail: reply.detail }, 'Could not read the Automowers')
    await storeProblem(ctx.db, asked, reply)
  }
  const watch = createWatch({
    everyMs: LOOK_MS,
    lookOnce,
    failed: error => ctx.log.warn({ err: error }, 'Could not look after the Automowers'),
  })

  return {
    adapter: automowerAdapter(ctx, commands),
    routes: [
      route(lateCalls.automower.get, async () => shownState(await readAutomower(ctx.db), ctx.clock.now())),
      route(lateCalls.automower.update, async ({ body, user, write }) => {
        const now = ctx.clock.now()
        let isChanged = false
        const after = await write(async tx => {
          const changed = await changeAutomower(tx, before => changedSettings(seal, before, body), now)
          refuseIncomplete(changed.after)
          isChanged = isAnother(changed.before, changed.after)
          // A release is for the mowers of this account, while they are read.
          if (!changed.after.enabled || isOther(changed.before, changed.after))
            await endReleases(tx, { machineId: null, areaId: null })
          await ctx.audit(tx, {
            user,
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'automower',
            details: { before: seen(changed.before), after: seen(changed.after) },
          })
          return shownState(changed.after, now)
        })
        if (isChanged) ctx.events.emit('automowerChanged', {})
        // Nobody who saves waits for the maker's service.
        void watch.look().catch((err: unknown) => ctx.log.warn({ err }, 'Could not look after the Automowers'))
        return after
      }),
      route(
        lateCalls.automower.test,
        async ({ body }) => {
          const tried = changedSettings(seal, (await readAutomower(ctx.db)) ?? DEFAULTS, body)
          const isLeft = await countRequest(ctx.db, ctx.clock.now())
          const reply = isLeft ? await ask(tried) : fault('budgetSpent')
          return reply.ok
            ? { problem: null, detail: '', machines: reply.machines.length }
            : { problem: reply.problem, detail: reply.detail, machines: 0 }
        },
        { perMinute: 10 },
      ),
      ...areaRoutes(ctx, course),
      ...startRoutes(ctx, checks, commands),
      ...plannedRoutes(ctx, checks),
      route(lateCalls.automower.pause, ({ params, user }) => requested(params.id, 'pause', user)),
      route(lateCalls.automower.park, ({ params, user }) => requested(params.id, 'park', user)),
      route(lateCalls.automower.parkUntilNext, ({ params, user }) => requested(params.id, 'parkUntilNext', user)),
    ],
    start: async () => {
      watch.start()
      events.start()
      await commands.keep()
      planned.start()
      commands.watch()
      unsubscribe = [
        ctx.events.on('stopAllAsked', async ({ user }) => void (await commands.pauseAll(user))),
        ctx.events.onEverywhere('automowerStopped', stop => commands.stoppedElsewhere(stop)),
        ctx.events.on('automowerStopped', ({ machineId, action }) => {
          if (action !== 'parkUntilNext') planned.stopped(machineId)
        }),
      ]
    },
    stop: async () => {
      for (const off of unsubscribe) off()
      // A request that is under way is sent, and its alarm raised, as long as that does not hold up the end of the server.
      await Promise.race([commands.settled(), pause(CLOSE_MS, closing.signal)])
      closing.abort()
      await events.close()
      // What was cut off by that is recorded as well.
      await Promise.race([commands.settled(), pause(LAST_MS, new AbortController().signal)])
      await planned.close(LAST_MS)
      await commands.close(CLOSE_MS)
      await watch.close()
    },
  }
}
