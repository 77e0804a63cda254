/**
 * Notifies the people who may release of missions that a shift skipped by itself. Those that one shift skips within a minute
 * are one notification.
 */
import { may, ROLE_SLUGS } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Clock } from '../../../platform/context.ts'
import type { Events } from '../../../platform/events.ts'
import { why } from '../../../shared/missionLife/why.ts'

const GROUP_MS = 60_000
/** More are counted. */
const MOST_NAMED = 10
const MAY_RELEASE = ROLE_SLUGS.filter(role => may(role, 'mowers.operate'))

interface Parts {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly events: Pick<Events, 'emit'>
}

export interface Skipped {
  readonly shift: { readonly id: string; readonly name: string }
  /** The end of the release, by the clock of the course. */
  readonly until: string
  readonly mission: { readonly id: string; readonly title: string }
  readonly reason: Said
}

interface Group {
  readonly sinceMs: number
  readonly skipped: [Skipped, ...Skipped[]]
}

export class SkippedTasks {
  readonly #ctx: Parts
  readonly #groups = new Map<string, Group>()

  constructor(ctx: Parts) {
    this.#ctx = ctx
  }

  note(skipped: Skipped): void {
    const { id } = skipped.shift
    const group = this.#groups.get(id)
    if (group === undefined) this.#groups.set(id, { sinceMs: this.#ctx.clock.monotonicMs(), skipped: [skipped] })
    else group.skipped.push(skipped)
  }

  /** Notifies of what was skipped a minute ago. */
  look(): void {
    const nowMs = this.#ctx.clock.monotonicMs()
    for (const [id, group] of this.#groups) if (nowMs - group.sinceMs >= GROUP_MS) this.#notify(id, group)
  }

  /** The server ends: nothing waits for its minute. */
  close(): void {
    for (const [id, group] of this.#groups) this.#notify(id, group)
  }

  #notify(id: string, { skipped }: Group): void {
    this.#groups.delete(id)
    const [{ shift, until, mission }] = skipped
    const named = skipped
      .slice(0, MOST_NAMED)
      .map(one => why('skippedMission', { mission: one.mission.title, cause: one.reason }))
    const more = skipped.length - named.length
    this.#ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mission',
      subjectId: mission.id,
      kind: more === 0 ? 'missionsSkipped' : 'missionsSkippedMore',
      values: {
        shift: shift.name,
        until,
        missions: why('skippedMissions', { missions: named }),
        ...(more === 0 ? {} : { more }),
      },
      roles: MAY_RELEASE,
    })
  }
}
