import { calls } from '@greensward/contract'
import { NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/index.ts'
import { changeLanguage, LANGUAGES, type Language } from '../../i18n/index.ts'
import { useUnits } from '../../ui/index.ts'
import classes from './Preferences.module.css'

/** The choices of a person for this browser: language, light or dark, units. */
export function Preferences() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [units, setUnits] = useUnits()
  const ids = useId()
  const { courseMapUrl = '', publicCourse = false } = useCall(calls.settings.get).data ?? {}
  const courseMap = courseMapUrl === '' && publicCourse ? '/course' : courseMapUrl
  return (
    <div className={classes.list}>
      <NativeSelect
        label={t('shell.language')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={i18n.language}
        onChange={event => void changeLanguage(event.currentTarget.value as Language)}
      />
      <div>
        <span className={classes.label} id={`${ids}-scheme`}>
          {t('shell.appearance')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${ids}-scheme`}
          value={colorScheme}
          onChange={value => setColorScheme(value as typeof colorScheme)}
          data={(['light', 'dark', 'auto'] as const).map(value => ({ value, label: t(`shell.schemes.${value}`) }))}
        />
      </div>
      <div>
        <span className={classes.label} id={`${ids}-units`}>
          {t('shell.units')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${ids}-units`}
          value={units}
          onChange={value => setUnits(value as typeof units)}
          data={(['metric', 'imperial'] as const).map(value => ({ value, label: t(`shell.unitNames.${value}`) }))}
        />
      </div>
      {courseMap !== '' && (
        <a className={classes.link} href={courseMap} target="_blank" rel="noreferrer">
          <IconExternalLink size={20} stroke={1.75} aria-hidden />
          {t('shell.courseMap')}
        </a>
      )}
    </div>
  )
}
