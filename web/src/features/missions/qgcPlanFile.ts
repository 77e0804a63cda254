import { calls } from '@greensward/contract'
import {
  type Mission,
  missionGround,
  planFileSize,
  qgcPlan,
  STORED_WITHOUT_CARD,
  tooLargeWithoutCard,
} from '@greensward/domain'
import i18next from 'i18next'
import { download } from '../../api/index.ts'
import { notify, saveFile } from '../../ui/index.ts'
import type { MissionDraft } from './missionDraft.ts'
import type { Ground, PlannedDrive } from './usePlannedDrive.ts'

const fileName = (title: string): string => `${title.replace(/[^\p{L}\p{N} _.-]+/gu, '').trim() || 'mission'}.plan`

/** A file that the autopilot may refuse is saved all the same, and its reader is warned. */
const warnIfLarge = (content: Readonly<Record<string, unknown>>): void => {
  const size = planFileSize(content)
  for (const part of tooLargeWithoutCard(size))
    notify.failed(
      i18next.t('missions.planSize.title'),
      i18next.t(`missions.planSize.${part}`, { items: size[part], most: STORED_WITHOUT_CARD[part] }),
    )
}

/** Saves the mission's .plan file under its title. */
export const downloadQgcPlan = async (mission: Pick<Mission, 'id' | 'title'>, failure: string): Promise<void> => {
  try {
    const file = await download(calls.missions.qgcPlan, { id: mission.id })
    saveFile(file, fileName(mission.title))
    warnIfLarge(JSON.parse(await file.text()))
  } catch (error) {
    notify.failed(failure, error)
  }
}

/** Saves what the form shows, before anything is stored. */
export const saveDraftPlan = (draft: MissionDraft, drive: PlannedDrive, { features, zoneTypes }: Ground): void => {
  const { preview, mower, shownTitle: title } = drive
  if (preview.plan === undefined || mower === undefined || draft.featureId === undefined) return
  const ground = missionGround({ features, zoneTypes, target: { kind: draft.kind, featureId: draft.featureId } })
  const plan = qgcPlan(preview.plan, { title, ...(ground.ok ? { ground: ground.value } : {}) }, mower)
  saveFile(new Blob([JSON.stringify(plan, null, 2)], { type: 'application/json' }), fileName(title))
  warnIfLarge(plan)
}
