/** Carries out the commands that come from the broker, with the name of the integration, and answers each on a topic. */
import type { CommandOutcome } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import type { Received } from '../../platform/mqtt/brokerClient.ts'
import type { Actor } from '../../shared/missionLife/moveMission.ts'
import type { MachinePort } from '../../shared/missionLife/ports.ts'
import type { StoredMqtt } from './mqttStore.ts'
import { type Asked, readCommand } from './readCommand.ts'
import { topicsOf } from './topics.ts'

/** Within a minute, of all mowers together; a stop is not counted, nor is a pause. */
const MOST_COMMANDS = 30
const MINUTE_MS = 60_000
/** Two clocks are never quite the same. */
const AHEAD_MS = 2_000

interface Result {
  readonly command: string
  readonly outcome: CommandOutcome['outcome'] | 'refused'
  /** The code of a refusal, or what the machine said; null where it was accepted. */
  readonly reason: string | null
}

export interface CommandParts {
  readonly ctx: Pick<Context, 'clock' | 'log'>
  readonly settings: StoredMqtt
  readonly machines: MachinePort
  readonly publish: (topic: string, payload: string, isRetained: boolean) => void
}

/** Runs a stop once at a time: one that comes meanwhile follows right after it, however many came. */
const joined = (stop: (key: string) => Promise<void>) => {
  const running = new Map<string, { again: boolean }>()
  const run = async (key: string): Promise<void> => {
    const known = running.get(key)
    if (known !== undefined) {
      known.again = true
      return
    }
    const state = { again: false }
    running.set(key, state)
    try {
      do {
        state.again = false
        await stop(key)
      } while (state.again)
    } finally {
      running.delete(key)
    }
  }
  return run
}

const ALL = 'all'

/** @returns takes one message of the broker; it never throws */
export const createTakeCommand = ({ ctx, settings, machines, publish }: CommandParts) => {
  const { clock, log } = ctx
  const actor: Actor = { user: { id: null, fullname: settings.actorName } }
  const topics = topicsOf(settings.prefix)
  /** When each command was last taken of each mower, by the time that it carries. */
  const newest = new Map<string, number>()
  let sinceMs = clock.monotonicMs()
  let count = 0

  const answer = (mowerId: string, result: Result): void =>
    publish(topics.result(mowerId), JSON.stringify({ ...result, at: clock.now().toISOString() }), false)

  const outcomeOf = async (work: () => Promise<CommandOutcome>): Promise<Omit<Result, 'command'>> => {
    try {
      const { outcome, reason } = await work()
      return { outcome, reason }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal !== undefined) return { outcome: 'refused', reason: refusal.said.code }
      log.error({ err: error }, 'A command by MQTT failed')
      return { outcome: 'refused', reason: 'internal' }
    }
  }

  const stopAs = (command: 'stop' | 'pause') =>
    joined(async mowerId => answer(mowerId, { command, ...(await outcomeOf(() => machines.stop(mowerId, actor))) }))
  const stops = { stop: stopAs('stop'), pause: stopAs('pause') }

  const stopAll = joined(async () => {
    try {
      const { stopped, notStopped } = await machines.stopAll(actor)
      for (const { id } of stopped) answer(id, { command: 'stop', outcome: 'accepted', reason: null })
      for (const { id, reason } of notStopped) answer(id, { command: 'stop', outcome: 'noAnswer', reason })
    } catch (error) {
      log.error({ err: error }, 'A stop of all mowers by MQTT failed')
    }
  })

  const isFlooded = (): boolean => {
    const nowMs = clock.monotonicMs()
    if (nowMs - sinceMs >= MINUTE_MS) {
      sinceMs = nowMs
      count = 0
    }
    count += 1
    // Of a flood one line is written, not one for each message.
    if (count === MOST_COMMANDS + 1) log.warn({ most: MOST_COMMANDS }, 'Too many commands by MQTT within a minute')
    return count > MOST_COMMANDS
  }

  /** The same message again, as a bridge or a lost acknowledgement makes it, is not another press. */
  const isRepeated = (key: string, atMs: number): boolean => {
    if (atMs <= (newest.get(key) ?? Number.NEGATIVE_INFINITY)) return true
    // A time that is still to come is refused, and must not make the right ones look old.
    if (atMs <= clock.now().getTime() + AHEAD_MS) newest.set(key, atMs)
    return false
  }

  const carryOut = async (asked: Extract<Asked, { kind: 'start' | 'dock' }>): Promise<void> => {
    const { kind, mowerId, atMs } = asked
    const isKnown = machines.mowers().some(({ id }) => id === mowerId)
    if (!isKnown) return answer(mowerId, { command: kind, outcome: 'refused', reason: 'notFound' })
    const run = (): Promise<CommandOutcome> =>
      kind === 'start' ? machines.start(mowerId, actor, atMs) : machines.dock(mowerId, actor, atMs)
    const result: Omit<Result, 'command'> = isRepeated(`${mowerId} ${kind}`, atMs)
      ? { outcome: 'refused', reason: 'repeated' }
      : await outcomeOf(run)
    answer(mowerId, { command: kind, ...result })
  }

  return (received: Received): void => {
    const read = readCommand(settings.prefix, received, command => settings.commands.includes(command))
    if (read === undefined) return
    // The broker would deliver it again with each connection.
    if (received.isRetained) publish(received.topic, '', true)
    if (!read.ok) {
      if (isFlooded()) return
      const { mowerId, command, reason } = read.refused
      log.info(read.refused, 'A command by MQTT was refused')
      answer(mowerId, { command, outcome: 'refused', reason })
      return
    }
    const { asked } = read
    if (asked.kind === 'stopAll') void stopAll(ALL)
    else if (!('atMs' in asked)) void stops[asked.kind](asked.mowerId)
    else if (!isFlooded()) void carryOut(asked)
  }
}
