/** Keeps the connection to the events of the maker's service, on one server at a time, with growing pauses while it fails. */
import type { Context } from '../../platform/context.ts'
import { claimed } from '../../platform/db/alone.ts'
import { Turns } from '../../platform/turns.ts'
import { type AutomowerSettings, noteEvents, readAutomower, storeEvents } from './automowerStore.ts'
import type { Fault } from './fault.ts'
import type { FollowOptions } from './followSocket.ts'
import { type AutomowerEvent, readEvent } from './readEvent.ts'

interface Ports {
  follow(
    settings: AutomowerSettings,
    use: Pick<FollowOptions, 'signal' | 'onOpen' | 'onMessage'>,
  ): Promise<Fault | undefined>
  /** Events changed the mowers in the database. */
  stored(): Promise<void>
}

/** Another server has the connection, or the database does not answer. */
const LOOK_AGAIN_MS = 10_000
const FIRST_WAIT_MS = 5_000
const MOST_WAIT_MS = 15 * 60_000
/** The maker blocks an application that signs in again and again. */
const REFUSED_WAIT_MS = 10 * 60_000
/** A connection that lasted this long was none that fails. */
const LASTED_MS = 60_000
const NOTE_MS = 60_000
/** A service that sends faster than they are stored loses the oldest; the next reading has the state. */
const MOST_WAITING = 1_000

export class AutomowerEvents {
  readonly #ctx: Context
  readonly #ports: Ports
  /** A change of the settings ends one. */
  readonly #turns: Turns
  #failures = 0
  #waiting: AutomowerEvent[] = []
  #storing: Promise<void> | undefined
  #unsubscribe: readonly (() => void)[] = []

  constructor(ctx: Context, ports: Ports) {
    this.#ctx = ctx
    this.#turns = new Turns({
      take: ending => this.#once(ending),
      onFault: err => ctx.log.warn({ err }, 'Could not follow the events of the Automowers'),
      faultWaitMs: LOOK_AGAIN_MS,
    })
    this.#ports = ports
  }

  start(): void {
    const { events } = this.#ctx
    const change = () => this.#change()
    this.#unsubscribe = [events.onEverywhere('automowerChanged', change), events.onEverywhere('missed', change)]
    this.#turns.begin()
  }

  async close(): Promise<void> {
    for (const off of this.#unsubscribe) off()
    await this.#turns.close()
    await this.#storing
  }

  #change(): void {
    this.#failures = 0
    this.#turns.restart()
  }

  /** One connection, from its try to its end. @returns how long to wait; undefined when nothing is wanted */
  async #once(ending: AbortSignal): Promise<number | undefined> {
    const settings = await readAutomower(this.#ctx.db)
    if (settings === undefined || !settings.enabled || !settings.events) return undefined
    let waitMs = 0
    const isOurs = await claimed(this.#ctx.db, 'automowerEvents', async () => {
      waitMs = await this.#connect(settings, ending)
    })
    return isOurs ? waitMs : LOOK_AGAIN_MS
  }

  /** @returns how long to wait before the next one */
  async #connect(settings: AutomowerSettings, signal: AbortSignal): Promise<number> {
    const { clock, log } = this.#ctx
    let openedMs: number | undefined
    const note = (why: Fault | undefined, isOpen: boolean): Promise<void> =>
      noteEvents(this.#ctx.db, settings, {
        seenAt: isOpen ? clock.now() : null,
        problem: why?.problem ?? null,
        detail: why?.detail ?? '',
      }).catch((err: unknown) => log.warn({ err }, 'Could not note the events of the Automowers'))
    const notes = setInterval(() => openedMs !== undefined && void note(undefined, true), NOTE_MS)
    const ended = await this.#ports
      .follow(settings, {
        signal,
        onOpen: () => {
          openedMs = clock.monotonicMs()
          void note(undefined, true)
        },
        onMessage: text => this.#take(settings, text),
      })
      .finally(() => clearInterval(notes))
    const hasLasted = openedMs !== undefined && clock.monotonicMs() - openedMs >= LASTED_MS
    this.#failures = hasLasted ? 0 : this.#failures + 1
    // The maker ends each connection after two hours; the next one follows before anybody misses it.
    if (!hasLasted) await note(ended, false)
    if (ended === undefined) return 0
    const why = { problem: ended.problem, detail: ended.detail }
    if (hasLasted) log.info(why, 'The connection for events of the Automowers ended')
    else log.warn(why, 'No events of the Automowers')
    const { problem, notBefore } = ended
    const growing = Math.min(FIRST_WAIT_MS * 2 ** Math.min(Math.max(this.#failures - 1, 0), 10), MOST_WAIT_MS)
    const askedMs = notBefore === null ? 0 : notBefore.getTime() - clock.now().getTime()
    return Math.max(growing, askedMs, problem === 'keyRefused' ? REFUSED_WAIT_MS : 0)
  }

  #take(settings: AutomowerSettings, text: string): void {
    const event = readEvent(text, this.#ctx.clock.now())
    if (event === undefined) return
    this.#waiting.push(event)
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift()
    this.#storing ??= this.#store(settings).finally(() => {
      this.#storing = undefined
    })
  }

  /** All that wait at once: a mower in work sends a position each half minute, and a hundred of them at once after a gap. */
  async #store(settings: AutomowerSettings): Promise<void> {
    const { db, clock, log } = this.#ctx
    while (this.#waiting.length > 0) {
      const events = this.#waiting.splice(0)
      try {
        await storeEvents(db, settings, events, clock.now())
        await this.#ports.stored()
      } catch (err) {
        log.warn({ err }, 'Could not store events of Automowers; the next reading has them')
      }
    }
  }
}
