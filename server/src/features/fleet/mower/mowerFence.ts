/** Whether one mower has a fence: set before its mission drives, removed when the mission is over. */
import type { Outcome } from '@greensward/vehicle'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import { answerWhy, objection, partOf, refusalOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { recordLine } from '../mission/recordMove.ts'
import { removeFence, uploadFence } from './fencing.ts'

const AGAIN_MS = 2_000
const TRIES = 5

const accepted: Outcome = { outcome: 'accepted' }

export class MowerFence {
  readonly #mowerId: string
  readonly #parts: Pick<
    FleetParts,
    'ctx' | 'gateway' | 'journal' | 'planner' | 'garage' | 'autopilots' | 'capabilitiesOf'
  >
  #isSet = false
  #wasRefused = false
  #removing: Promise<Outcome> | undefined

  constructor(mowerId: string, parts: FleetParts) {
    this.#mowerId = mowerId
    this.#parts = parts
  }

  get wasRefused(): boolean {
    return this.#wasRefused
  }

  get isRemoving(): boolean {
    return this.#removing !== undefined
  }

  /** The mower may have one from before a restart. Removing one that is not there costs nothing. */
  mayBeSet(): void {
    this.#isSet = this.#parts.capabilitiesOf({ id: this.#mowerId }).fence
  }

  onReboot(): void {
    this.#wasRefused = false
  }

  /** The mower takes one request at a time. */
  async removed(): Promise<void> {
    await this.#removing
  }

  /** Uploads the fence and reads it back, then switches it on. @returns undefined where the mower needs none */
  async set(mission: ActiveMission): Promise<Outcome | undefined> {
    const { fence: mode, report } = this.#parts.autopilots.of(this.#mowerId)
    if (mode === 'off' || !this.#parts.capabilitiesOf({ id: this.#mowerId }).fence) return undefined
    if (report?.hasFence === false) return objection('fenceUnknown')
    const sent = await uploadFence(this.#parts, mission)
    if (sent.outcome !== 'accepted') return sent
    this.#isSet = true
    return this.#parts.gateway.enableFence(this.#mowerId, true)
  }

  /**
   * @returns why the mission may not start; accepted where it is fenced, or need not be. A fence that is only wanted and
   * cannot be set is a line in the mission's log.
   */
  async judge(outcome: Outcome | undefined, mission: ActiveMission, actor: Actor): Promise<Outcome> {
    if (outcome === undefined) return accepted
    this.#wasRefused = outcome.outcome !== 'accepted'
    if (outcome.outcome === 'accepted') {
      recordLine(this.#parts, mission, actor, why('fenceSent'))
      return outcome
    }
    const { fence: mode, report } = this.#parts.autopilots.of(this.#mowerId)
    if (mode === 'required') return refusalOf('noFence', why('fenceFailed', { cause: partOf(answerWhy(outcome)) }))
    recordLine(this.#parts, mission, actor, why('fenceWithout', { cause: partOf(answerWhy(outcome)) }))
    // Half a fence, or one of an earlier mission, would hold the mower where it is.
    if (report?.hasFence !== false) await this.#remove()
    return accepted
  }

  /**
   * Tries again while the mower does something else; one that is away keeps its fence until its next mission.
   * @param isWanted false once a mission needs the fence
   * @param onChange called when a removal begins and when it ends
   */
  removeLater(isWanted: () => boolean, onChange: () => void): void {
    const attempt = async (left: number): Promise<void> => {
      if (!this.#isSet || this.isRemoving || !isWanted()) return
      this.#removing = this.#remove()
      onChange()
      const outcome = await this.#removing.finally(() => {
        this.#removing = undefined
        onChange()
      })
      if (outcome.outcome === 'accepted') return
      if (left > 0) setTimeout(() => void attempt(left - 1), AGAIN_MS).unref()
      else this.#parts.ctx.log.warn({ mowerId: this.#mowerId, outcome }, 'Could not remove the fence of a mower')
    }
    void attempt(TRIES)
  }

  async #remove(): Promise<Outcome> {
    const outcome = await removeFence(this.#parts, this.#mowerId)
    if (outcome.outcome === 'accepted') this.#isSet = false
    return outcome
  }
}
