/** Settings of the mowers' autopilots: read at the first position and on demand, set by a person's command. */
import type { AutopilotReport, MowerAutopilot } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../../../platform/context.ts'
import type { Journal } from '../../../platform/db/journal.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import { objection } from '../../../shared/missionLife/why.ts'
import { auditCommand } from '../mission/recordMove.ts'
import { readAutopilots, saveAutopilot, unsetAutopilot } from './autopilotStore.ts'
import { autopilotReportOf } from './failsafes.ts'

/** So long the pre-start checks wait for the first reading of a mower. */
const READ_MS = 4_000

interface AutopilotSources {
  readonly ctx: Context
  readonly gateway: RemoteGateway
  readonly journal: Journal
}

export class Autopilots {
  readonly #parts: AutopilotSources
  /** By mower id; none where nobody has set anything and nothing was read. */
  readonly #known = new Map<string, MowerAutopilot>()
  readonly #reading = new Map<string, Promise<AutopilotReport | undefined>>()
  /** Mowers whose failsafes were read, or are being read, since they booted. */
  readonly #isRead = new Set<string>()
  /** Mowers with settings that count once their autopilot was restarted. */
  readonly #toReboot = new Set<string>()

  constructor(parts: AutopilotSources) {
    this.#parts = parts
  }

  of(mowerId: string): MowerAutopilot {
    return this.#known.get(mowerId) ?? unsetAutopilot(mowerId)
  }

  /** As another server, or a person, has changed it. */
  set(autopilot: MowerAutopilot): void {
    this.#known.set(autopilot.mowerId, autopilot)
  }

  /** Keeps the memory in step with the database; a stop reads its phone numbers from here. */
  async load(): Promise<void> {
    for (const row of await readAutopilots(this.#parts.ctx.db)) {
      const report = this.#known.get(row.mowerId)?.report ?? null
      // A report that was read a moment ago may not be written yet.
      const isNewer = report !== null && (row.report === null || report.readAt > row.report.readAt)
      this.set(isNewer ? { ...row, report } : row)
    }
  }

  /** The last report, or the first one once it is read; null where that takes too long. */
  async report(mowerId: string): Promise<AutopilotReport | null> {
    const reading = this.#reading.get(mowerId)
    if (this.of(mowerId).report === null && reading !== undefined) {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>(resolve => {
        timer = setTimeout(resolve, READ_MS)
      })
      await Promise.race([reading.catch(() => undefined), limit])
      clearTimeout(timer)
    }
    return this.of(mowerId).report
  }

  /** Reads once per mower at a time, for all callers. @returns undefined where the mower answers nothing; the report before stays */
  read(mowerId: string): Promise<AutopilotReport | undefined> {
    const known = this.#reading.get(mowerId)
    if (known !== undefined) return known
    const reading = this.#readOnce(mowerId).finally(() => this.#reading.delete(mowerId))
    this.#reading.set(mowerId, reading)
    return reading
  }

  async #readOnce(mowerId: string): Promise<AutopilotReport | undefined> {
    const { ctx, gateway, journal } = this.#parts
    const read = await gateway.failsafeReport(mowerId)
    if (!read.ok) return undefined
    const report = {
      ...autopilotReportOf(read.value, ctx.clock.now()),
      ...(this.#toReboot.has(mowerId) ? { isRebootDue: true } : {}),
    }
    const autopilot = { ...this.of(mowerId), report }
    this.set(autopilot)
    ctx.events.emit('autopilotChanged', { autopilot })
    void journal.enter(`mower ${mowerId}`, 'autopilot', () =>
      saveAutopilot(ctx.db, mowerId, { report }, ctx.clock.now()),
    )
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
    return report
  }

  /** Called with each position: the first one asks for the failsafes. */
  onTelemetry(mowerId: string): void {
    if (this.#isRead.has(mowerId)) return
    this.#isRead.add(mowerId)
    void this.read(mowerId)
      .then(report => {
        if (report === undefined) this.#isRead.delete(mowerId)
      })
      .catch((error: unknown) => this.#parts.ctx.log.warn({ err: error, mowerId }, 'Failsafes were not read'))
  }

  /** It may have restarted with other settings. */
  onReboot(mowerId: string): void {
    this.#isRead.delete(mowerId)
    this.#toReboot.delete(mowerId)
  }

  /** Sets the poor failsafes one after the other; the first that fails ends it. */
  async correct(
    mowerId: string,
    actor: Actor,
  ): Promise<{ readonly outcome: Outcome; readonly set: readonly string[] }> {
    const poor = this.of(mowerId).report?.failsafes.filter(({ verdict }) => verdict === 'poor') ?? []
    const set: string[] = []
    let outcome: Outcome = { outcome: 'accepted' }
    for (const { name, wanted, value, needsReboot } of poor) {
      // Its value is that of this very machine: nobody but its owner knows it.
      if (wanted === null) continue
      outcome = await this.#parts.gateway.setParameter(mowerId, name, wanted)
      // Recorded after the command, as a stop is: the mower has the value now, even if the database cannot be written.
      auditCommand(this.#parts, 'mower.failsafe', mowerId, actor, { name, before: value, wanted, outcome })
      if (outcome.outcome !== 'accepted') break
      set.push(name)
      if (needsReboot === true) this.#toReboot.add(mowerId)
    }
    return { outcome, set }
  }

  /** So that settings count which the autopilot reads at its start only. */
  async restart(mowerId: string, isStarting: boolean, actor: Actor): Promise<Outcome> {
    if (isStarting) return objection('busy')
    const outcome = await this.#parts.gateway.reboot(mowerId)
    if (outcome.outcome === 'accepted') this.#toReboot.delete(mowerId)
    auditCommand(this.#parts, 'mower.restartAutopilot', mowerId, actor, outcome)
    return outcome
  }
}
