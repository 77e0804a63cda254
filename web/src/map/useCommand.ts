/** Commands to machines: what was sent counts as nothing until the machine said yes. */
import { type CommandOutcome, calls } from '@greensward/domain/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, errorText, queryClient, readAnew } from '../api/index.ts'
import { answerText, notify } from '../ui/index.ts'

const DEEDS = {
  startMission: calls.missions.start,
  resumeMission: calls.missions.resume,
  stopMission: calls.missions.stop,
  cancelMission: calls.missions.cancel,
  startMower: calls.mowers.start,
  stopMower: calls.mowers.stop,
  clearMower: calls.mowers.clear,
} as const
export type DeedName = keyof typeof DEEDS

export interface Command {
  /** The deed that is on its way. */
  readonly busy: DeedName | null
  readonly send: (deed: DeedName, id: string, title: string) => Promise<boolean>
}

/** Sends a command and says in words what the machine answered. */
export function useCommand(): Command {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState<DeedName | null>(null)
  return {
    busy,
    send: async (deed, id, title) => {
      setBusy(deed)
      const failed = t(`map.command.${deed}.failed`, { title })
      try {
        const outcome: CommandOutcome = await call(DEEDS[deed], { params: { id } })
        if (outcome.outcome === 'accepted') {
          notify.done(t(`map.command.${deed}.accepted`, { title }))
          return true
        }
        const why =
          outcome.outcome === 'noAnswer'
            ? t('map.command.noAnswer')
            : (answerText(outcome, i18n) ?? t('map.command.rejected'))
        notify.failed(failed, why)
      } catch (error) {
        notify.failed(failed, errorText(error))
      } finally {
        setBusy(null)
        void readAnew(queryClient, calls.missions.list, calls.missions.gate)
      }
      return false
    },
  }
}
