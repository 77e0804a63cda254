/** Keeps the connection to the broker, on one server at a time, with growing pauses while it fails. */
import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { claimed } from '../../platform/db/alone.ts'
import type { Seal } from '../../platform/sealing.ts'
import type { MachinePort } from '../../shared/missionLife/ports.ts'
import { type Broker, BrokerFailure } from './brokerClient.ts'
import { isWanted, noteEnd, noteTry, readMqtt, type StoredMqtt, waitAfter } from './mqttStore.ts'
import type { CourseNow } from './published.ts'
import { pause, runSession } from './session.ts'

/** Another server has the connection, or the database does not answer. */
const LOOK_AGAIN_MS = 10_000

export interface MqttPorts {
  readonly machines: MachinePort
  readonly course: () => Promise<CourseNow>
}

export interface MqttLink {
  /** Connects if the settings say so. */
  start(): Promise<void>
  close(): Promise<void>
}

/** @throws BrokerFailure for a password that cannot be read any more */
export const brokerOf = (stored: StoredMqtt, seal: Seal, purpose: string): Broker => {
  const { address, user, authority, sealedPassword, prefix } = stored
  const password = sealedPassword === null ? null : seal.open(sealedPassword)
  if (password === undefined) throw new BrokerFailure('sealBroken', '')
  // The same after each start, and another one for another installation; brokers take 23 letters and digits at least.
  const own = createHash('sha256')
    .update(`${seal.derive('mqtt')} ${prefix} ${purpose}`)
    .digest('hex')
    .slice(0, 12)
  return { address, user, authority, password, clientId: `greensward${own}` }
}

/** What makes it another place: what was published there stays behind. */
const isElsewhere = (before: StoredMqtt, after: StoredMqtt): boolean =>
  !after.enabled || before.address !== after.address || before.user !== after.user

export const createMqttLink = (ctx: Context, seal: Seal, { machines, course }: MqttPorts): MqttLink => {
  const closing = new AbortController()
  /** Of what runs now, and ended by a change of the settings. */
  let turn = new AbortController()
  let running: Promise<void> | undefined
  /** Since the settings were read last. */
  let isChanged = false

  const connect = async (settings: StoredMqtt, ending: AbortSignal): Promise<void> => {
    await noteTry(ctx.db, ctx.clock.now())
    const parts = { ctx, machines, course, settings, ending }
    const leaves = async (): Promise<boolean> =>
      !closing.signal.aborted && isElsewhere(settings, await readMqtt(ctx.db))
    let failure: BrokerFailure | undefined
    try {
      failure = await runSession({ ...parts, broker: brokerOf(settings, seal, 'course'), leaves })
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
      failure = error
    }
    if (failure !== undefined) ctx.log.warn({ problem: failure.problem, detail: failure.message }, 'No MQTT broker')
    await noteEnd(ctx.db, failure && { problem: failure.problem, detail: failure.message })
    ctx.live.publish('settings', 'changed', { subject: 'mqtt' })
  }

  /** One connection, from its try to its end, if it is due. @returns how long to wait; undefined when nothing is wanted */
  const once = async (ending: AbortSignal): Promise<number | undefined> => {
    const settings = await readMqtt(ctx.db)
    if (!isWanted(settings)) return undefined
    const sinceMs =
      settings.triedAt === null ? Number.POSITIVE_INFINITY : ctx.clock.now().getTime() - settings.triedAt.getTime()
    const restMs = waitAfter(settings.failures) - sinceMs
    // A clock that was set back must not keep it from trying until it has caught up.
    if (restMs > 0 && sinceMs >= 0) return restMs
    const isOurs = await claimed(ctx.db, 'mqtt', () => connect(settings, ending))
    return isOurs ? 0 : LOOK_AGAIN_MS
  }

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      isChanged = false
      turn = new AbortController()
      const ending = AbortSignal.any([turn.signal, closing.signal])
      try {
        const waitMs = await once(ending)
        if (waitMs !== undefined) await pause(waitMs, ending)
        else if (!isChanged) break
      } catch (error) {
        ctx.log.warn({ err: error }, 'Could not serve the MQTT broker')
        await pause(LOOK_AGAIN_MS, ending)
      }
    }
    // Before this function returns: a change that comes now begins another one.
    running = undefined
  }

  const begin = (): void => {
    running ??= loop()
  }
  const change = (): void => {
    isChanged = true
    turn.abort()
    begin()
  }
  const unsubscribe: (() => void)[] = []

  return {
    start: async () => {
      unsubscribe.push(ctx.events.onEverywhere('mqttChanged', change), ctx.events.onEverywhere('missed', change))
      if (isWanted(await readMqtt(ctx.db))) begin()
    },
    close: async () => {
      for (const off of unsubscribe.splice(0)) off()
      closing.abort()
      await running
    },
  }
}
