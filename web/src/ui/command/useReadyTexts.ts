import { lateCalls } from '@greensward/contract/late'
import type { ReadyTexts } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { firstRefusal, useAct, useCall } from '../../api/index.ts'
import { notify } from '../notify.tsx'

/** What is written to carts most often, in the language of the screen. */
const BUILT_IN = ['pickUpPace', 'letThrough', 'toPaths', 'mowersAhead', 'weather'] as const

export interface OfferedTexts {
  /** The built-in texts, unless they are hidden, and then those of the course. */
  readonly offered: readonly string[]
  readonly own: readonly string[]
  readonly hidesBuiltIn: boolean
  /** Without an answer of the server nothing can be changed. */
  readonly isKnown: boolean
  readonly isBusy: boolean
  /** @returns whether it is stored; a refusal was shown */
  change(part: Partial<ReadyTexts>): Promise<boolean>
}

/** The ready texts for messages to carts, and how those of the course are changed. */
export function useReadyTexts(): OfferedTexts {
  const { t } = useTranslation()
  const { data, isPending } = useCall(lateCalls.cartMessages.readyTexts)
  const update = useAct(lateCalls.cartMessages.changeReadyTexts, { changes: [lateCalls.cartMessages.readyTexts] })
  const builtIn = BUILT_IN.map(name => t(`mapPanels.cart.ready.${name}`))
  const change = async (part: Partial<ReadyTexts>): Promise<boolean> => {
    if (data === undefined) return false
    try {
      await update.mutateAsync({ body: { ...data, ...part } })
      return true
    } catch (error) {
      notify.failed(t('mapPanels.cart.ownTexts.notChanged'), firstRefusal(error))
      return false
    }
  }
  const own = data?.texts ?? []
  const hidesBuiltIn = data?.hidesBuiltIn ?? false
  return {
    // Nothing is offered before the answer: buttons that move would be missed. Where none came, the built-in texts serve.
    offered: isPending ? [] : [...(hidesBuiltIn ? [] : builtIn), ...own],
    own,
    hidesBuiltIn,
    isKnown: data !== undefined,
    isBusy: update.isPending,
    change,
  }
}
