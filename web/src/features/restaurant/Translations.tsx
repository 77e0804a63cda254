import { type MenuLanguage, menuLanguage } from '@greensward/domain'
import { Accordion } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** One part for each language, closed until it is asked for. */
export function Translations({ children }: { readonly children: (language: MenuLanguage, name: string) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <Accordion variant="separated" multiple>
      {menuLanguage.options.map(language => (
        <Accordion.Item key={language} value={language}>
          <Accordion.Control>
            {t('restaurant.translations')}: {t(`restaurant.languages.${language}`)}
          </Accordion.Control>
          <Accordion.Panel>{children(language, t(`restaurant.languages.${language}`))}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
