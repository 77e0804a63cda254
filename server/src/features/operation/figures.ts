/** The metrics of the server and of the course, for monitoring. */
import type { Backups } from '../../platform/backup/schedule.ts'
import type { Context } from '../../platform/context.ts'
import { countMailDue } from '../../platform/replicas/replicasStore.ts'
import { readMowers } from '../../shared/missionLife/machinesStore.ts'
import type { Replicas } from './replicas.ts'

export const REASONS = ['nats', 'backup', 'disk', 'mowers'] as const

export interface Figures {
  readonly degraded: readonly string[]
  /** By the name of the figure. */
  readonly values: Readonly<Record<FigureName, number | null>>
}

export const FIGURES = {
  greensward_mowers: 'Mowers of the garage',
  greensward_mowers_held: 'Mowers that this server speaks to',
  greensward_mowers_connected: 'Of those, the ones that were received within five seconds',
  greensward_sockets: 'Live sockets that are open on this server',
  greensward_journal_waiting: 'Records of the fleet that wait for the database',
  greensward_mail_waiting: 'Mail that is due and not sent yet',
  greensward_disk_free_bytes: 'Free on the fuller of the disks of DATA_DIR and SHARED_DIR',
  greensward_event_loop_delay_p50_seconds: 'How late the event loop is, half of the time, of the last minute or two',
  greensward_event_loop_delay_p99_seconds: 'How late it is at most in 99 of 100 looks',
  greensward_event_loop_delay_max_seconds: 'How late it was at worst',
  greensward_backup_age_seconds: 'Since the last backup that worked was begun',
} as const
type FigureName = keyof typeof FIGURES

/** Null where a figure is unknown; then it is left out. */
export const figuresOf =
  (ctx: Context, replicas: Replicas, backups: Pick<Backups, 'list'>) => async (): Promise<Figures> => {
    const { mowers, sockets, journalWaiting, diskFreeBytes, loopDelay } = replicas.last
    const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1_000)
    const now = ctx.clock.now()
    const made = (await backups.list()).find(({ finishedAt, problem }) => finishedAt !== null && problem === null)
    return {
      degraded: replicas.degraded(),
      values: {
        greensward_mowers: (await readMowers(ctx.db)).length,
        greensward_mowers_held: mowers.length,
        greensward_mowers_connected: mowers.filter(({ isConnected }) => isConnected).length,
        greensward_sockets: sockets,
        greensward_journal_waiting: journalWaiting,
        greensward_mail_waiting: await countMailDue(ctx.db, now),
        greensward_disk_free_bytes: diskFreeBytes,
        greensward_event_loop_delay_p50_seconds: inSeconds(loopDelay?.p50Ms),
        greensward_event_loop_delay_p99_seconds: inSeconds(loopDelay?.p99Ms),
        greensward_event_loop_delay_max_seconds: inSeconds(loopDelay?.maxMs),
        greensward_backup_age_seconds: made === undefined ? null : (now.getTime() - made.startedAt.getTime()) / 1_000,
      },
    }
  }
