/** The planning of a course on the server, asked for until it is done. */

import type { CourseJob, CourseRequest } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Said } from '@greensward/messages'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/index.ts'

export interface CourseJobState {
  readonly id: string | null
  readonly state: CourseJob['state'] | null
  readonly done: number
  readonly total: number
  readonly plan: CourseJob['plan']
  readonly reason: Said | null
  readonly error: Error | null
  readonly isWorking: boolean
  /** The wish was changed since the plan was made. */
  readonly isStale: boolean
  begin(request: CourseRequest): Promise<void>
  setStale(): void
}

const ASK_AGAIN_MS = 250

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export const useCourseJob = (): CourseJobState => {
  const [job, setJob] = useState<CourseJob | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [beginning, setBeginning] = useState(false)
  const [isStale, setIsStale] = useState(false)
  /** Counts the plans that were asked for: an answer to an older one is dropped. */
  const asked = useRef(0)
  const isWorking = beginning || job?.state === 'measuring' || job?.state === 'ordering'

  useEffect(() => {
    if (job === null || job.state === 'done' || job.state === 'failed') return
    const turn = asked.current
    const timer = window.setTimeout(() => {
      call(lateCalls.fleetPlans.courseJob, { params: { id: job.id } }).then(
        next => {
          if (turn === asked.current) setJob(next)
        },
        (failure: unknown) => {
          if (turn !== asked.current) return
          setError(asError(failure))
          setJob(null)
        },
      )
    }, ASK_AGAIN_MS)
    return () => window.clearTimeout(timer)
  }, [job])
  useEffect(
    () => () => {
      asked.current++
    },
    [],
  )

  return {
    id: job?.id ?? null,
    state: job?.state ?? null,
    done: job?.done ?? 0,
    total: job?.total ?? 0,
    plan: job?.plan ?? null,
    reason: job?.reason ?? null,
    error,
    isWorking,
    isStale,
    begin: async request => {
      const turn = ++asked.current
      setBeginning(true)
      setError(null)
      setIsStale(false)
      try {
        const begun = await call(lateCalls.fleetPlans.course, { body: request })
        if (turn === asked.current) setJob(begun)
      } catch (failure) {
        if (turn === asked.current) {
          setError(asError(failure))
          setJob(null)
        }
      }
      if (turn === asked.current) setBeginning(false)
    },
    setStale: () => setIsStale(true),
  }
}
