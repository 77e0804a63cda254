import { useTranslation } from 'react-i18next'

/**
 * Words for what the record calls by a name such as `mission.start`, or for the thing alone; the name itself where there are
 * none, as for what an older release wrote down.
 */
export function useAuditWords(): (name: string) => string {
  const { t, i18n } = useTranslation()
  const wordOf = (key: string): string | undefined => (i18n.exists(key) ? t(key as never) : undefined)
  return name => {
    const [thing = '', ...action] = name.split('.')
    const words = [
      wordOf(`audit.things.${thing}`),
      ...(action.length === 0 ? [] : [wordOf(`audit.actions.${action.join('_')}`)]),
    ]
    return words.includes(undefined) ? name : words.join(': ')
  }
}
