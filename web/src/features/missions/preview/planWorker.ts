/** Plans in a thread of its own, so that the form stays quick while a value moves. */
import { type PlanInput, planMission } from '@greensward/domain'
import { createFieldCache } from '@greensward/geometry'
import type { CourseForPlan, PlanAnswer, PlanMessage } from './planMessages.ts'

interface Thread {
  onmessage: ((event: MessageEvent<PlanMessage>) => void) | null
  postMessage(answer: PlanAnswer): void
}

// The DOM's own types describe a window here; a worker's global has the same two members with other arguments.
const thread = globalThis as unknown as Thread
/** While the angle moves the ground stays what it is. */
const memory = createFieldCache()
let course: CourseForPlan = { features: [], zoneTypes: [] }

thread.onmessage = ({ data }) => {
  if (data.kind === 'course') {
    course = data.course
    return
  }
  const input: PlanInput = { ...course, ...data.wish }
  const startedMs = performance.now()
  const result = planMission(input, memory)
  thread.postMessage({ result, tookMs: performance.now() - startedMs })
}
