/** The end of a shift: one notification in place of a start and an end for each of its missions. */
import type { Shift } from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import type { Notice } from '../../../platform/events.ts'

/** @returns undefined while a route has not ended */
export const noticeOfEnd = ({ name, routes }: Pick<Shift, 'name' | 'routes'>): Notice | undefined => {
  if (routes.some(({ state }) => state !== 'done')) return undefined
  const mown = routes.flatMap(({ tasks }) => tasks.filter(({ kind }) => kind === 'mow'))
  const done = mown.filter(({ state }) => state === 'done').length
  const left = mown.length - done
  return {
    level: 'info',
    subject: 'mission',
    subjectId: null,
    kind: left === 0 ? 'shiftDone' : 'shiftDoneLeft',
    values: { shift: name, done, ...(left === 0 ? {} : { left }) },
  }
}

/** @param changed as it was while it was locked for the change of a route, so that exactly one change is its last */
export const notifyOfEnd = ({ events }: Pick<Context, 'events'>, changed: Shift | undefined): void => {
  const notice = changed && noticeOfEnd(changed)
  if (notice !== undefined) events.emit('notice', notice)
}
