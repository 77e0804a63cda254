/** What the server counts of itself and of the course, for whoever watches it. */
import type { Backups } from '../backup/schedule.ts'
import type { Context } from '../context.ts'
import { readMowers } from '../missionLife/machinesStore.ts'
import type { Replicas } from '../replicas/index.ts'
import { countMailDue } from '../replicas/replicasStore.ts'

export const REASONS = ['nats', 'backup', 'disk', 'mowers'] as const

export interface Figures {
  readonly degraded: readonly string[]
  /** By the name of the figure. */
  readonly values: Readonly<Record<FigureName, number | null>>
}

export const FIGURES = {
  greensward_mowers: 'Mowers of the garage',
  greensward_mowers_held: 'Mowers that this server speaks to',
  greensward_mowers_heard: 'Of those, the ones that were heard within five seconds',
  greensward_sockets: 'Live sockets that are open on this server',
  greensward_journal_waiting: 'Records of the fleet that wait for the database',
  greensward_mail_waiting: 'Mail that is due and not sent yet',
  greensward_disk_free_bytes: 'Free on the fuller of the disks of DATA_DIR and SHARED_DIR',
  greensward_backup_age_seconds: 'Since the last backup that worked was begun',
} as const
type FigureName = keyof typeof FIGURES

/** Null where a figure is not known; then it is not told. */
export const figuresOf =
  (ctx: Context, replicas: Replicas, backups: Pick<Backups, 'list'>) => async (): Promise<Figures> => {
    const { mowers, sockets, journalWaiting, diskFreeBytes } = replicas.last
    const now = ctx.clock.now()
    const made = (await backups.list()).find(({ finishedAt, problem }) => finishedAt !== null && problem === null)
    return {
      degraded: replicas.degraded(),
      values: {
        greensward_mowers: (await readMowers(ctx.db)).length,
        greensward_mowers_held: mowers.length,
        greensward_mowers_heard: mowers.filter(({ isHeard }) => isHeard).length,
        greensward_sockets: sockets,
        greensward_journal_waiting: journalWaiting,
        greensward_mail_waiting: await countMailDue(ctx.db, now),
        greensward_disk_free_bytes: diskFreeBytes,
        greensward_backup_age_seconds: made === undefined ? null : (now.getTime() - made.startedAt.getTime()) / 1_000,
      },
    }
  }
