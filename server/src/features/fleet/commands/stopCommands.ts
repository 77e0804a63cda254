/**
 * Stops need no database and go to every gateway at once: the one that controls the mower sends it, and so does each that
 * receives the mower, as the other may be deaf to it or gone.
 */
import type { CommandOutcome, calls, ResultOf } from '@greensward/contract'
import { compareNames } from '@greensward/domain'
import type { MowerConfig } from '@greensward/vehicle'
import { z } from 'zod'
import { refuse } from '../../../platform/http/refusal.ts'
import { missionOf, readMission } from '../../../shared/missionLife/missionsStore.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isActiveRow } from '../fleetView.ts'
import { auditCommand } from '../mission/recordMove.ts'
import { notifyOfMower } from '../mower/mowerEvents.ts'
import { outcomeOf, UNREACHED, unreached } from '../mower/stopAnswer.ts'
import { actorOf, asking, askingOf } from './orders.ts'

type StopAll = ResultOf<typeof calls.mowers.stopAll>

export interface StopCommands {
  stop(mowerId: string, actor: Actor): Promise<CommandOutcome>
  stopAll(actor: Actor): Promise<StopAll>
  stopMission(missionId: string, actor: Actor): Promise<CommandOutcome>
}

type StopParts = Pick<
  FleetParts,
  | 'ctx'
  | 'gateway'
  | 'journal'
  | 'registry'
  | 'remoteMowers'
  | 'view'
  | 'garage'
  | 'autopilots'
  | 'interruptions'
  | 'capabilitiesOf'
>

/** Requests to gateways for mowers that they control, and for those that others control. */
const STOP_HELD = 'stop'
const STOP_RECEIVED = 'stopReceived'
const stopAsked = z.object({ ...asking, mowerIds: z.array(z.string()) })
type Stopped = readonly { readonly id: string; readonly outcome: CommandOutcome }[]
type StopHere = (mowerIds: readonly string[], actor: Actor) => Promise<Stopped>[]

const BETWEEN_SERVERS_MS = 1_300

/** The tries of a gateway until the slowest of these mowers has stopped, and the time between servers. */
const answersWithinMs = ({ capabilitiesOf }: Pick<FleetParts, 'capabilitiesOf'>, mowerIds: readonly string[]): number =>
  Math.max(...mowerIds.map(id => capabilitiesOf({ id }).stopLatency.withinS)) * 1_000 + BETWEEN_SERVERS_MS

/** A mower that another gateway controls and this one receives. @returns undefined where it did not acknowledge */
const stopReceivedMower = async (
  parts: StopParts,
  config: MowerConfig,
  actor: Actor,
): Promise<CommandOutcome | undefined> => {
  const stop = await parts.gateway.stopReceived(config)
  if (stop?.acknowledged !== true) return undefined
  parts.remoteMowers.noteStopped(config.id, actor)
  auditCommand(parts, 'mower.stop', config.id, actor, stop)
  return outcomeOf(stop)
}

/** A stop that reached no gateway: people have to know, and it is recorded. */
const noteUnreached = (parts: StopParts, mowerId: string, actor: Actor): void => {
  notifyOfMower(parts, mowerId, 'alarm', 'stopNotConfirmed', { reason: UNREACHED })
  auditCommand(parts, 'mower.stop', mowerId, actor, { acknowledged: false, reason: UNREACHED })
}

/** @param configOf the connection data of a mower, also of another gateway; undefined for an unknown id */
export const createStopCommands = (
  parts: StopParts,
  configOf: (mowerId: string) => MowerConfig | undefined,
): StopCommands => {
  const { ctx, registry, garage, view, autopilots } = parts
  const { bus } = ctx

  const stopHeld: StopHere = (mowerIds, actor) =>
    mowerIds
      .flatMap(id => registry.get(id) ?? [])
      .map(async mower => [{ id: mower.id, outcome: await mower.stop(actor) }])

  const stopReceived: StopHere = (mowerIds, actor) =>
    mowerIds
      .filter(id => registry.get(id) === undefined)
      .flatMap(id => configOf(id) ?? [])
      .map(async config => {
        const outcome = await stopReceivedMower(parts, config, actor)
        return outcome === undefined ? [] : [{ id: config.id, outcome }]
      })

  /**
   * From here and from every gateway at once, so that it costs no look into the database which of them it is. The first
   * acknowledgement is a mower's answer; a gateway that could not stop it says nothing against another that can.
   */
  const stopAny = async (mowerIds: readonly string[], actor: Actor): Promise<ReadonlyMap<string, CommandOutcome>> => {
    const outcomes = new Map<string, CommandOutcome>()
    const isStopped = (id: string): boolean => outcomes.get(id)?.outcome === 'accepted'
    if (mowerIds.length === 0) return outcomes
    await new Promise<void>((resolve, reject) => {
      const note = (stopped: Stopped): boolean => {
        for (const { id, outcome } of stopped) if (!isStopped(id)) outcomes.set(id, outcome)
        const areAll = mowerIds.every(isStopped)
        if (areAll) resolve()
        return areAll
      }
      // Those that can be are sent their stop here before anybody else is asked, and all of them before the first answer.
      const here = [...stopHeld(mowerIds, actor), ...stopReceived(mowerIds, actor)].map(async stopped =>
        note(await stopped),
      )
      const question = { mowerIds, ...askingOf(actor) }
      const withinMs = answersWithinMs(parts, mowerIds)
      const elsewhere = [STOP_HELD, STOP_RECEIVED].map(subject =>
        bus.askAll(subject, question, withinMs, values => note((values as readonly Stopped[]).flat())),
      )
      Promise.all([...here, ...elsewhere]).then(() => resolve(), reject)
    })
    for (const id of mowerIds) {
      if (outcomes.has(id)) continue
      noteUnreached(parts, id, actor)
      outcomes.set(id, unreached())
    }
    return outcomes
  }

  const answerStops = (subject: string, stopHere: StopHere): void =>
    bus.answer(
      subject,
      async question => {
        const { mowerIds, ...who } = stopAsked.parse(question)
        return (await Promise.all(stopHere(mowerIds, actorOf(who)))).flat()
      },
      'urgent',
    )
  if (ctx.config.isGateway) {
    answerStops(STOP_HELD, stopHeld)
    answerStops(STOP_RECEIVED, stopReceived)
  }

  const stop = async (mowerId: string, actor: Actor): Promise<CommandOutcome> => {
    if (!garage.mowers.has(mowerId)) refuse('notFound')
    const stopping = stopAny([mowerId], actor)
    // Also where its own gateway does not answer: the record pauses its route, and no start is recorded against it.
    parts.interruptions.noteStop(mowerId, actor)
    return (await stopping).get(mowerId) ?? unreached()
  }

  return {
    stop,
    stopAll: async actor => {
      const mowerIds = [...garage.mowers.keys()]
      const stopping = stopAny(mowerIds, actor)
      for (const id of mowerIds) parts.interruptions.noteStop(id, actor)
      parts.interruptions.endAll(actor)
      ctx.events.emit('stopAllAsked', actor)
      const stopped: StopAll['stopped'] = []
      const notStopped: StopAll['notStopped'] = []
      for (const [id, { outcome, reason, why: cause }] of await stopping) {
        const name = garage.nameOf(id)
        if (outcome === 'accepted') stopped.push({ id, name })
        else notStopped.push({ id, name, reason: reason ?? UNREACHED, why: cause, phone: autopilots.of(id).phone })
      }
      // Answers come in any order; people look for a mower by its name.
      const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
        compareNames(a.name, b.name)
      return { stopped: stopped.toSorted(byName), notStopped: notStopped.toSorted(byName) }
    },
    stopMission: async (missionId, actor) => {
      const known = view.missionById(missionId)
      if (known !== undefined) return stop(known.mowerId, actor)
      const row = (await readMission(ctx.db, missionId)) ?? refuse('notFound')
      if (isActiveRow(row)) return stop(row.mowerId, actor)
      return refuse('missionNotActive', {}, { details: missionOf(row) })
    },
  }
}
