/** Automowers as machines like any other: the maker's service behind the interface of all adapters. */
import type { AutomowerActivity, AutomowerMachine, AutomowerRequested } from '@greensward/contract'
import { type DriveMode, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { type Outcome, type StopOutcome, stopAllOutcome, type VehicleAdapter } from '@greensward/vehicle'
import type { Context } from '../../platform/context.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { deadline } from '../../shared/missionLife/commandAge.ts'
import { ageOfState, reportedAtOf, shownMachines } from './automowerStore.ts'
import type { Answered, AutomowerCommands } from './commands.ts'

const MODES: Readonly<Record<AutomowerActivity, DriveMode | null>> = {
  mowing: 'auto',
  leaving: 'auto',
  goingHome: 'rtl',
  charging: 'hold',
  parked: 'hold',
  paused: 'hold',
  stopped: 'hold',
  failed: 'hold',
  off: 'hold',
  unknown: null,
}

const refusalOf = (err: unknown): Refusal => {
  if (err instanceof Refusal) return err
  throw err
}

/** The maker took it, refused it, or did not answer. */
const outcomeOf = ({ problem, detail }: AutomowerRequested): Outcome => {
  if (problem === null) return { outcome: 'accepted' }
  return problem === 'notReached' || problem === 'tooSlow'
    ? { outcome: 'noAnswer', message: `The maker's service did not answer: ${detail}` }
    : { outcome: 'rejected', reason: problem, message: `The maker's service did not take it: ${detail}` }
}

const asOutcome = (asked: Promise<AutomowerRequested>): Promise<Outcome> =>
  asked.then(outcomeOf, (err: unknown) => {
    const { said } = refusalOf(err)
    return { outcome: 'rejected', reason: said.code, message: `It was refused here: ${said.code}` }
  })

const notStopped = (requestedAtMs: number, tries: number) => ({
  ...{ requestedAtMs, acknowledged: false, acknowledgedAtMs: null, standingStill: false, tries },
})

/** A stop that the maker took counts once the mower has reported that it stands. */
const stopOf = async (requestedAtMs: number, { answer, requests, followed }: Answered): Promise<StopOutcome> => {
  const taken = outcomeOf(answer)
  const fault = notStopped(requestedAtMs, requests)
  if (taken.outcome !== 'accepted')
    return { ...fault, reason: taken.outcome === 'noAnswer' ? 'noAnswer' : 'refused', message: taken.message }
  const followedAt = await followed
  if (followedAt === undefined)
    return {
      ...fault,
      reason: 'noAnswer',
      message: 'The maker took the stop, and the mower has not reported that it stands.',
    }
  return {
    ...{ ...fault, acknowledged: true, acknowledgedAtMs: followedAt.getTime(), standingStill: true },
    message: 'The mower has reported that it stands.',
  }
}

/** Of the mowers that the service listed last. */
export const automowerAdapter = (
  ctx: Pick<Context, 'clock'>,
  commands: Pick<AutomowerCommands, 'known' | 'request' | 'pauseAll' | 'start'>,
): VehicleAdapter => {
  const { clock } = ctx
  const machines = (): readonly AutomowerMachine[] =>
    commands.known?.enabled === true ? shownMachines(commands.known) : []
  const machineOf = (id: string): AutomowerMachine | undefined => machines().find(one => one.id === id)

  const telemetryOf = (id: string): Telemetry | undefined => {
    const { known } = commands
    const machine = machineOf(id)
    if (known === undefined || machine === undefined) return undefined
    const at = reportedAtOf(known, id)
    if (at === undefined) return SILENT_TELEMETRY
    const ageMs = Math.max(0, clock.now().getTime() - at.getTime())
    const { activity, battery, position } = machine
    return {
      ...SILENT_TELEMETRY,
      ...{ position, battery, ageMs },
      charging: activity === 'charging',
      mode: MODES[activity],
      link: machine.isConnected && ageMs <= ageOfState(known, clock.now()).limitMs ? 'live' : 'lost',
    }
  }

  return {
    capabilitiesOf: id => machineOf(id)?.can,
    telemetryOf,
    stop: async id => {
      const requestedAtMs = clock.now().getTime()
      const asked = await commands.request(id, 'pause', undefined).catch(refusalOf)
      return asked instanceof Refusal
        ? { ...notStopped(requestedAtMs, 0), reason: 'neverReceived', message: 'No Automower has this id.' }
        : stopOf(requestedAtMs, asked)
    },
    stopAll: async () => {
      const requestedAtMs = clock.now().getTime()
      const all = (await commands.pauseAll(undefined)).map(async asked => ({
        id: asked.machineId,
        outcome: await stopOf(requestedAtMs, asked),
      }))
      return stopAllOutcome(await Promise.all(all))
    },
    paths: null,
    areas: {
      areasOf: id => machineOf(id)?.areas ?? [],
      mow: (machineId, areaId, minutes, agedMs) =>
        asOutcome(
          commands.start({
            ...{ machineId, start: { command: 'startArea', areaId, minutes } },
            ...{ user: undefined, limit: deadline(ctx, agedMs) },
          }),
        ),
      returnToBase: (id, stays) =>
        asOutcome(
          commands
            .request(id, stays === 'untilSchedule' ? 'parkUntilNext' : 'park', undefined)
            .then(({ answer }) => answer),
        ),
    },
    ownMap: null,
  }
}
