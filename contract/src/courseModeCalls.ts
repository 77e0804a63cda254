/** Course modes: one switch, what it would change, and one undo. */

import { courseMode, courseModeNow, freeText, id } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

const affectedMission = z.strictObject({ id, title: z.string(), mowerName: z.string() })

export const courseModePreview = z.strictObject({
  mode: courseMode,
  /** Zones that carts have to leave, and those that they may drive on again. */
  zonesClosed: z.number().int(),
  zonesOpened: z.number().int(),
  /** Carts that are off the paths at this moment. */
  cartsOffPaths: z.number().int(),
  /** Driving now; they are stopped and stay so until a person resumes them. */
  missionsStopped: z.array(affectedMission),
  /** Planned for the rest of the course's day; they cannot start while it lasts. */
  missionsHeld: z.number().int(),
  /** The message to carts, and how many receive it. */
  cartMessage: z.enum(['text', 'callBack']).nullable(),
  cartsNotified: z.number().int(),
  /** Calls back of the mode that ends, which are lifted. */
  messagesLifted: z.number().int(),
})
export type CourseModePreview = z.infer<typeof courseModePreview>

const switched = z.strictObject({
  now: courseModeNow,
  /** Mowers that did not confirm their stop. */
  notStopped: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
})

export const courseModeCalls = {
  courseMode: {
    get: call({
      method: 'GET',
      path: 'course-mode',
      who: 'course.read',
      result: courseModeNow,
    }),
    preview: call({
      method: 'GET',
      path: 'course-mode/preview',
      who: 'settings.edit',
      query: z.strictObject({ mode: courseMode }),
      result: courseModePreview,
    }),
    change: call({
      method: 'POST',
      path: 'course-mode',
      who: 'settings.edit',
      body: z.strictObject({
        mode: courseMode,
        /** The message to carts; without it a mode that calls carts back sends only that, and any other sends none. */
        text: freeText(300).default(''),
      }),
      result: switched,
    }),
    undo: call({
      method: 'POST',
      path: 'course-mode/undo',
      who: 'settings.edit',
      result: switched,
    }),
  },
} as const
