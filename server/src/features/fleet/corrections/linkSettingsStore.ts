/** The SQL of the link's settings. */
import type { LinkSettings, LinkSettingsChange } from '@greensward/domain'
import { laterThan, type Reader, type Tx } from '../../../platform/db/database.ts'
import { linkSettings } from '../../../platform/db/schema/index.ts'

export interface StoredLinkSettings extends Omit<LinkSettings, 'hasPassword'> {
  readonly sealedPassword: string | null
}

/** Positions of each second for good, all of them for a month. */
const DEFAULTS: StoredLinkSettings = {
  correctionsEnabled: false,
  casterHost: '',
  casterPort: 2101,
  mountpoint: '',
  casterUser: '',
  sealedPassword: null,
  secondDays: null,
  fullRateDays: 31,
  stopsForeignDrives: false,
}

export const readLinkSettings = async (reader: Reader): Promise<StoredLinkSettings> => {
  const [row] = await reader.select().from(linkSettings)
  if (row === undefined) return DEFAULTS
  const { name: _, updatedAt: __, ...stored } = row
  return stored
}

/** Merges under a lock, so that two people who change different fields keep both. */
export const changeLinkSettings = async (
  tx: Tx,
  change: (before: StoredLinkSettings) => StoredLinkSettings,
  now: Date,
): Promise<{ before: StoredLinkSettings; after: StoredLinkSettings }> => {
  await tx
    .insert(linkSettings)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(linkSettings).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const { name: _, updatedAt, ...before } = row
  const after = change(before)
  await tx.update(linkSettings).set({ ...after, updatedAt: laterThan(updatedAt, now) })
  return { before, after }
}

/** Without the password, which can be set and never read. */
export const shownLinkSettings = ({ sealedPassword, ...shown }: StoredLinkSettings): LinkSettings => ({
  ...shown,
  hasPassword: sealedPassword !== null,
})

/** @param seal closes the new password */
export const mergedLinkSettings = (
  before: StoredLinkSettings,
  { casterPassword, ...change }: LinkSettingsChange,
  seal: (password: string) => string,
): StoredLinkSettings => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  // A password is for the caster that it was typed for and must not go to another one.
  const isSameCaster = after.casterHost === before.casterHost && after.casterPort === before.casterPort
  const kept = isSameCaster ? before.sealedPassword : null
  const sealedPassword = casterPassword === undefined ? kept : casterPassword === '' ? null : seal(casterPassword)
  return { ...after, sealedPassword }
}
