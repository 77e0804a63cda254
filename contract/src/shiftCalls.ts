/** Shifts: one day's work of the fleet, which a person releases once. */

import {
  courseDay,
  fieldFault,
  id,
  instant,
  line,
  MOST_MISSIONS,
  mission,
  position,
  saidShape,
  shift,
  shiftReplan,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

/** A shift with the missions that its tasks drive, and those that were left out. */
export const shiftOfDay = z.strictObject({ shift, missions: z.array(mission) })
export type ShiftOfDay = z.infer<typeof shiftOfDay>

/** What stops mowers says which of them did not confirm it. */
const held = z.strictObject({
  shift,
  notStopped: z.array(
    z.strictObject({
      id,
      name: z.string(),
      /** In English. */
      reason: z.string(),
      /** The same for the reader's language. */
      why: saidShape.nullable(),
    }),
  ),
})

/** What a mower is planned to do from one moment to another. */
const filmMove = z.strictObject({
  taskId: id,
  /** A `way` leads to the start of the next mission; `stand` is a start, a wait or a charge. */
  kind: z.enum(['way', 'mow', 'home', 'stand']),
  missionId: id.nullable(),
  startsAt: instant,
  endsAt: instant,
  /** Of a way, or home; empty where none is found, or while it mows or stands. */
  line: z.array(position),
})
export type FilmMove = z.infer<typeof filmMove>

export const shiftCalls = {
  shifts: {
    list: call({
      method: 'GET',
      path: 'shifts',
      who: 'operations.read',
      query: z.strictObject({ day: courseDay }),
      result: listOf(shiftOfDay),
    }),
    film: call({
      method: 'GET',
      path: 'shifts/{id}/film/{mowerId}',
      who: 'operations.read',
      params: byId.extend({ mowerId: id }),
      result: z.strictObject({ moves: z.array(filmMove) }),
    }),
    create: call({
      method: 'POST',
      path: 'shifts',
      who: 'mowers.operate',
      body: z.strictObject({
        day: courseDay,
        name: line(120),
        from: instant,
        until: instant,
        missionIds: z.array(id).min(1, fieldFault('empty')).max(MOST_MISSIONS),
      }),
      result: shift,
    }),
    remove: call({
      method: 'DELETE',
      path: 'shifts/{id}',
      who: 'mowers.operate',
      params: byId,
      result: nothing,
    }),
    release: call({
      method: 'POST',
      path: 'shifts/{id}/release',
      who: 'mowers.operate',
      params: byId,
      body: z.strictObject({
        /** Later than the end of the shift, it moves that end; null ends with the shift. */
        until: instant.nullable().default(null),
      }),
      result: shift,
    }),
    revoke: call({
      method: 'POST',
      path: 'shifts/{id}/revoke',
      who: 'mowers.stop',
      params: byId,
      result: held,
    }),
    pause: call({
      method: 'POST',
      path: 'shifts/{id}/pause',
      who: 'mowers.stop',
      params: byId,
      body: z.strictObject({
        /** Null pauses all. */
        mowerId: id.nullable(),
      }),
      result: held,
    }),
    continue: call({
      method: 'POST',
      path: 'shifts/{id}/continue',
      who: 'mowers.operate',
      params: byId,
      body: z.strictObject({ mowerId: id }),
      result: shift,
    }),
    replan: call({
      method: 'POST',
      path: 'shifts/{id}/replan',
      who: 'mowers.operate',
      params: byId,
      result: shiftReplan,
    }),
    applyReplan: call({
      method: 'POST',
      path: 'shifts/{id}/replan/apply',
      who: 'mowers.operate',
      params: byId,
      body: z.strictObject({
        /** As the difference said it. */
        updatedAt: instant,
        moves: z.array(z.strictObject({ missionId: id, toMowerId: id })).max(MOST_MISSIONS),
        left: z.array(id).max(MOST_MISSIONS),
      }),
      result: z.strictObject({
        shift,
        /** Mowers with new tasks that start only once a person presses *Continue*. */
        needPress: z.array(id),
      }),
    }),
  },
} as const
