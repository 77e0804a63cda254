import type { Context } from '../../platform/context.ts'
import { createTelemetryRecorder, type TelemetryRecorder } from './telemetryRecorder.ts'
import { insertChunks, insertPositions } from './telemetryStore.ts'

/** Records the positions of vehicles in the database; people are notified of those that were dropped while it was away. */
export const recordPositions = (ctx: Context): TelemetryRecorder =>
  createTelemetryRecorder({
    writeSeconds: rows => insertPositions(ctx.db, rows),
    writeChunks: rows => insertChunks(ctx.db, rows),
    now: () => ctx.clock.now(),
    log: ctx.log,
    onRecovered: dropped =>
      ctx.events.emit('notice', {
        level: 'warning',
        subject: 'system',
        subjectId: null,
        kind: 'positionsDropped',
        values: { count: dropped },
      }),
  })
