/** What the mowers' autopilots do by themselves: read when a mower is first heard and on demand, set when a person says so. */
import type { AutopilotReport, MowerAutopilot } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { Actor } from '../../missionLife/moveMission.ts'
import type { Fleet } from '../fleetState.ts'
import { readAutopilots, saveAutopilot, unsetAutopilot } from './autopilotStore.ts'
import { autopilotReportOf } from './failsafes.ts'

export const autopilotOf = (fleet: Fleet, mowerId: string): MowerAutopilot =>
  fleet.autopilots.get(mowerId) ?? unsetAutopilot(mowerId)

/** So long the start gate waits for what is being read of a mower for the first time. */
const READ_MS = 4_000

/** What is known of a mower's autopilot, once it was read; null where that takes too long. */
export const reportOf = async (fleet: Fleet, mowerId: string): Promise<AutopilotReport | null> => {
  const underWay = fleet.reading.get(mowerId)
  if (autopilotOf(fleet, mowerId).report === null && underWay !== undefined) {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>(resolve => {
      timer = setTimeout(resolve, READ_MS)
    })
    await Promise.race([underWay.catch(() => undefined), limit])
    clearTimeout(timer)
  }
  return autopilotOf(fleet, mowerId).report
}

/** Keeps what is known in memory in step with the database; a stop reads its numbers from here. */
export const loadAutopilots = async (fleet: Fleet): Promise<void> => {
  for (const row of await readAutopilots(fleet.ctx.db)) {
    const known = fleet.autopilots.get(row.mowerId)?.report ?? null
    // What was read a moment ago may not be written down yet.
    const isNewer = known !== null && (row.report === null || known.readAt > row.report.readAt)
    fleet.autopilots.set(row.mowerId, isNewer ? { ...row, report: known } : row)
  }
}

/** Undefined where the mower told nothing at all: then what was read before stays. */
const readAutopilot = async (fleet: Fleet, mowerId: string): Promise<AutopilotReport | undefined> => {
  const read = await fleet.gateway.failsafeReport(mowerId)
  if (!read.ok) return undefined
  const report = {
    ...autopilotReportOf(read.value, fleet.ctx.clock.now()),
    ...(fleet.toReboot.has(mowerId) ? { isRebootDue: true } : {}),
  }
  const autopilot = { ...autopilotOf(fleet, mowerId), report }
  fleet.autopilots.set(mowerId, autopilot)
  fleet.ctx.events.emit('autopilotChanged', { autopilot })
  void fleet.journal.enter(`mower ${mowerId}`, 'autopilot', () =>
    saveAutopilot(fleet.ctx.db, mowerId, { report }, fleet.ctx.clock.now()),
  )
  fleet.ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  return report
}

/** Reads once per mower at a time, whoever asks. */
export const createAutopilotReader = (fleet: Fleet) => {
  const reading = new Map<string, Promise<AutopilotReport | undefined>>()
  const known = new Set<string>()

  const read = (mowerId: string): Promise<AutopilotReport | undefined> => {
    const underWay = reading.get(mowerId)
    if (underWay !== undefined) return underWay
    const work = readAutopilot(fleet, mowerId).finally(() => {
      reading.delete(mowerId)
      fleet.reading.delete(mowerId)
    })
    reading.set(mowerId, work)
    fleet.reading.set(mowerId, work)
    return work
  }

  return {
    read,
    /** Called with each word of a mower: the first one asks for its failsafes. */
    heard: (mowerId: string): void => {
      if (known.has(mowerId)) return
      known.add(mowerId)
      void read(mowerId)
        .then(report => {
          if (report === undefined) known.delete(mowerId)
        })
        .catch((error: unknown) => fleet.ctx.log.warn({ err: error, mowerId }, 'Failsafes were not read'))
    },
    /** It may have come up with other settings. */
    restarted: (mowerId: string): void => {
      known.delete(mowerId)
      fleet.toReboot.delete(mowerId)
      fleet.unfenced.delete(mowerId)
    },
  }
}

export type AutopilotReader = ReturnType<typeof createAutopilotReader>

/** The failsafes that are poor, set one after the other; the first that fails ends it. */
export const correctFailsafes = async (
  fleet: Fleet,
  mowerId: string,
  actor: Actor,
): Promise<{ readonly outcome: Outcome; readonly set: readonly string[] }> => {
  const poor = autopilotOf(fleet, mowerId).report?.failsafes.filter(({ verdict }) => verdict === 'poor') ?? []
  const set: string[] = []
  let outcome: Outcome = { outcome: 'accepted' }
  for (const { name, wanted, value, needsReboot } of poor) {
    // Its value is that of this very machine: nobody but its owner knows it.
    if (wanted === null) continue
    outcome = await fleet.gateway.setParameter(mowerId, name, wanted)
    // A record that is written after the deed, as that of a stop is: the mower has the value now, whatever the database says.
    void fleet.journal.enter(`mower ${mowerId}`, 'failsafe', () =>
      fleet.ctx.audit(fleet.ctx.db, {
        ...(actor.user === undefined ? {} : { user: actor.user }),
        action: 'mower.failsafe',
        subject: 'mower',
        subjectId: mowerId,
        details: { name, before: value, wanted, outcome },
      }),
    )
    if (outcome.outcome !== 'accepted') break
    set.push(name)
    if (needsReboot === true) fleet.toReboot.add(mowerId)
  }
  return { outcome, set }
}

/** So that settings count which the autopilot reads at its start only. */
export const restartAutopilot = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<Outcome> => {
  if (fleet.starting.has(mowerId))
    return { outcome: 'rejected', reason: 'busy', message: 'The mower is being started.' }
  const outcome = await fleet.gateway.reboot(mowerId)
  if (outcome.outcome === 'accepted') fleet.toReboot.delete(mowerId)
  void fleet.journal.enter(`mower ${mowerId}`, 'restart', () =>
    fleet.ctx.audit(fleet.ctx.db, {
      ...(actor.user === undefined ? {} : { user: actor.user }),
      action: 'mower.restartAutopilot',
      subject: 'mower',
      subjectId: mowerId,
      details: outcome,
    }),
  )
  return outcome
}
