import type { MissionPlan, PlanRefusal } from '@greensward/domain'
import { useEffect, useRef, useState } from 'react'
import type { CourseForPlan, PlanAnswer, PlanMessage, PlanWish } from './planMessages.ts'

export interface PlanPreview {
  /** The newest plan that could be made; stays while the next one is computed, so that the picture never flickers. */
  readonly plan: MissionPlan | undefined
  readonly refusal: PlanRefusal | undefined
  /** True while the shown plan is older than the values in the form. */
  readonly computing: boolean
  readonly tookMs: number | undefined
}

const EMPTY: PlanPreview = { plan: undefined, refusal: undefined, computing: false, tookMs: undefined }

/** One question at a time; of later ones only the newest is kept, so that a slider never builds a queue. */
class Planner {
  readonly #worker = new Worker(new URL('./planWorker.ts', import.meta.url), { type: 'module' })
  #busy = false
  #waiting: PlanWish | undefined

  constructor(onAnswer: (answer: PlanAnswer, moreToCome: boolean) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<PlanAnswer>) => {
      this.#busy = false
      const next = this.#waiting
      this.#waiting = undefined
      if (next !== undefined) this.ask(next)
      onAnswer(data, next !== undefined)
    }
  }

  #send(message: PlanMessage): void {
    this.#worker.postMessage(message)
  }

  setCourse(course: CourseForPlan): void {
    this.#send({ kind: 'course', course })
  }

  ask(wish: PlanWish): void {
    if (this.#busy) {
      this.#waiting = wish
      return
    }
    this.#busy = true
    this.#send({ kind: 'plan', wish })
  }

  forget(): void {
    this.#waiting = undefined
  }

  end(): void {
    this.#worker.terminate()
  }
}

/** Plans in a Web Worker whenever the course or the wish changes; both must keep their identity while they are equal. */
export const usePlanPreview = (course: CourseForPlan | undefined, wish: PlanWish | undefined): PlanPreview => {
  const [preview, setPreview] = useState<PlanPreview>(EMPTY)
  const planner = useRef<Planner | undefined>(undefined)

  useEffect(() => {
    const made = new Planner(({ result, tookMs }, moreToCome) =>
      setPreview({
        plan: result.ok ? result.value : undefined,
        refusal: result.ok ? undefined : result.error,
        computing: moreToCome,
        tookMs,
      }),
    )
    planner.current = made
    return () => {
      made.end()
      planner.current = undefined
    }
  }, [])

  useEffect(() => {
    if (course !== undefined) planner.current?.setCourse(course)
  }, [course])

  useEffect(() => {
    if (course === undefined || wish === undefined) {
      planner.current?.forget()
      setPreview(EMPTY)
      return
    }
    setPreview(before => ({ ...before, computing: true }))
    planner.current?.ask(wish)
  }, [course, wish])

  return preview
}
