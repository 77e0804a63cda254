import { may } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/index.ts'
import { Page } from '../../ui/index.ts'
import classes from './SettingsIndex.module.css'
import { SECTIONS } from './sections.ts'

export default function SettingsIndex() {
  const { t } = useTranslation()
  const slug = useProfile()?.role.slug
  return (
    <Page title={t('settings.title')}>
      <ul className={classes.list}>
        {SECTIONS.filter(({ right }) => slug !== undefined && may(slug, right)).map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link to={to} className={classes.card}>
              <Icon size={24} stroke={1.75} aria-hidden />
              <span>
                <strong>{t(`settings.section.${name}`)}</strong>
                <span>{t(`settings.about.${name}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
