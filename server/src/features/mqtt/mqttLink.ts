/** Keeps the connection to the broker, on one server at a time, with growing pauses while it fails. */
import type { Context } from '../../platform/context.ts'
import { claimed } from '../../platform/db/alone.ts'
import { type Broker, BrokerFailure } from '../../platform/mqtt/brokerClient.ts'
import { openBroker } from '../../platform/mqtt/storedBroker.ts'
import { pause } from '../../platform/pause.ts'
import type { Seal } from '../../platform/sealing.ts'
import { Turns } from '../../platform/turns.ts'
import type { MachinePort } from '../../shared/missionLife/ports.ts'
import { isWanted, readMqtt, type StoredMqtt, shownMqtt, waitAfter } from './mqttStore.ts'
import type { CourseNow } from './published.ts'
import { runSession } from './session.ts'
import { createSessionNotes, type SessionNotes, withinSeconds } from './sessionNotes.ts'

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
  const broker = openBroker(stored, seal, 'mqtt', `${stored.prefix} ${purpose}`)
  if (broker === undefined) throw new BrokerFailure('sealBroken', '')
  return broker
}

/** What makes it another place: what was published there stays behind. */
const isElsewhere = (before: StoredMqtt, after: StoredMqtt): boolean =>
  !after.enabled || before.address !== after.address || before.user !== after.user

const isSame = (before: StoredMqtt, after: StoredMqtt): boolean => {
  const [a, b] = [before, after].map(each => JSON.stringify([shownMqtt(each), each.sealedPassword]))
  return a === b
}

/** What a connection is made from. */
interface Known {
  readonly settings: StoredMqtt
  readonly course: CourseNow
}

class Link implements MqttLink {
  readonly #ctx: Context
  readonly #seal: Seal
  readonly #ports: MqttPorts
  readonly #notes: SessionNotes
  /** A change of the settings ends one. */
  readonly #turns: Turns
  /**
   * Of the connection that this server has, or had last. While the database is away it is made again from these: a stop by MQTT
   * needs no database. Undefined where another server has the connection.
   */
  #known: Known | undefined
  /** Of the connection that there is, or that is being made. */
  #used: StoredMqtt | undefined
  readonly #unsubscribe: (() => void)[] = []

  constructor(ctx: Context, seal: Seal, ports: MqttPorts) {
    this.#ctx = ctx
    this.#turns = new Turns({
      take: ending => this.#once(ending),
      onFault: err => ctx.log.warn({ err }, 'Could not serve the MQTT broker'),
      faultWaitMs: LOOK_AGAIN_MS,
    })
    this.#seal = seal
    this.#ports = ports
    const notes = createSessionNotes(ctx)
    this.#notes = {
      ...notes,
      topics: async topics => {
        const isNoted = await notes.topics(topics)
        if (isNoted && this.#known !== undefined)
          this.#known = { ...this.#known, settings: { ...this.#known.settings, topics } }
        return isNoted
      },
    }
  }

  async start(): Promise<void> {
    const { db, events } = this.#ctx
    this.#unsubscribe.push(
      events.onEverywhere('mqttChanged', () => this.#change()),
      // A change of the settings may be among the events that were missed.
      events.onEverywhere('missed', () => (this.#used === undefined ? this.#lookAgain() : this.#compare(this.#used))),
    )
    if (isWanted(await readMqtt(db))) this.#turns.begin()
  }

  async close(): Promise<void> {
    for (const off of this.#unsubscribe.splice(0)) off()
    await this.#turns.close()
  }

  #lookAgain(): void {
    this.#turns.restart()
  }

  #change(): void {
    this.#known = undefined
    this.#lookAgain()
  }

  /** One connection, from its try to its end, if it is due. @returns how long to wait; undefined when nothing is wanted */
  async #once(ending: AbortSignal): Promise<number | undefined> {
    let settings: StoredMqtt
    try {
      settings = await this.#readSettings()
    } catch (error) {
      // This server had the connection last, and without the database no other gets it.
      if (this.#known?.settings.enabled !== true) throw error
      const { settings: compared } = this.#known
      const done = this.#connect(this.#known, ending)
      void this.#compare(compared)
      await done
      return LOOK_AGAIN_MS
    }
    if (!isWanted(settings)) {
      this.#known = undefined
      return undefined
    }
    const { db, clock } = this.#ctx
    const sinceMs =
      settings.triedAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - settings.triedAt.getTime()
    const restMs = waitAfter(settings.failures) - sinceMs
    // A clock that was set back must not keep it from trying until it has caught up.
    if (restMs > 0 && sinceMs >= 0) return restMs
    let isNoted = true
    const isOurs = await claimed(db, 'mqtt', async () => {
      const course = await withinSeconds(this.#ports.course())
      isNoted = await this.#connect({ settings, course }, ending)
    })
    if (!isOurs) this.#known = undefined
    return isOurs && isNoted ? 0 : LOOK_AGAIN_MS
  }

  /** @returns whether the database has how it ended; otherwise nothing there says when to try again */
  async #connect(from: Known, ending: AbortSignal): Promise<boolean> {
    const { settings } = from
    const { log, live } = this.#ctx
    this.#known = from
    this.#used = settings
    void this.#notes.tried()
    let failure: BrokerFailure | undefined
    try {
      failure = await runSession({
        ...{ ctx: this.#ctx, notes: this.#notes, machines: this.#ports.machines, settings, ending },
        courseNow: from.course,
        course: () => this.#courseNow(from.course),
        broker: brokerOf(settings, this.#seal, 'course'),
        leaves: () => this.#leaves(settings),
      })
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
      failure = error
    } finally {
      this.#used = undefined
    }
    if (failure !== undefined) log.warn({ problem: failure.problem, detail: failure.message }, 'No MQTT broker')
    const isNoted = await this.#notes.ended(failure && { problem: failure.problem, detail: failure.message })
    live.publish('settings', 'changed', { subject: 'mqtt' })
    return isNoted
  }

  /**
   * Ends the connection where the database, once it answers, has other settings. One that is made again for nothing misses the
   * stops that come meanwhile.
   */
  async #compare(compared: StoredMqtt): Promise<void> {
    while (this.#used === compared && !this.#turns.closing.aborted) {
      const after = await this.#readSettings().catch(() => undefined)
      if (this.#used !== compared) return
      if (after !== undefined) return isSame(compared, after) ? undefined : this.#change()
      await pause(LOOK_AGAIN_MS, this.#turns.closing)
    }
  }

  async #leaves(settings: StoredMqtt): Promise<boolean> {
    if (this.#turns.closing.aborted) return false
    return this.#readSettings().then(
      after => isElsewhere(settings, after),
      () => false,
    )
  }

  async #courseNow(last: CourseNow): Promise<CourseNow> {
    try {
      const course = await withinSeconds(this.#ports.course())
      if (this.#known !== undefined) this.#known = { ...this.#known, course }
      return course
    } catch {
      return this.#known?.course ?? last
    }
  }

  #readSettings(): Promise<StoredMqtt> {
    return withinSeconds(readMqtt(this.#ctx.db))
  }
}

export const createMqttLink = (ctx: Context, seal: Seal, ports: MqttPorts): MqttLink => new Link(ctx, seal, ports)
