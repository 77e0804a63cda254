import type { Mission } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { download } from '../api/index.ts'
import { notify } from '../ui/index.ts'

/** Saves the mission's .plan file under its title. */
export const downloadQgcPlan = async (mission: Pick<Mission, 'id' | 'title'>, failure: string): Promise<void> => {
  try {
    const file = await download(calls.missions.qgcPlan, { id: mission.id })
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = `${mission.title.replace(/[^\p{L}\p{N} _.-]+/gu, '').trim() || 'mission'}.plan`
    link.click()
    URL.revokeObjectURL(address)
  } catch (error) {
    notify.failed(failure, error)
  }
}
