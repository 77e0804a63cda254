import type { Mission } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { download } from '../api/index.ts'
import { notify } from '../ui/index.ts'

/** Hands a file to the browser, which puts it where it puts downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Saves the mission's .plan file under its title. */
export const downloadQgcPlan = async (mission: Pick<Mission, 'id' | 'title'>, failure: string): Promise<void> => {
  try {
    const file = await download(calls.missions.qgcPlan, { id: mission.id })
    saveFile(file, `${mission.title.replace(/[^\p{L}\p{N} _.-]+/gu, '').trim() || 'mission'}.plan`)
  } catch (error) {
    notify.failed(failure, error)
  }
}
