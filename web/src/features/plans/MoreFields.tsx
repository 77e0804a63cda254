import { cleanUpPass, direction, mowingPattern, planPriority, turnScheme } from '@greensward/domain'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberField, SelectField, SwitchField } from '../../ui/index.ts'
import classes from './PlanSheet.module.css'
import type { PlanGround } from './planDraft.ts'
import type { PlanFormApi } from './ZoneFields.tsx'

interface MoreFieldsProps {
  readonly form: PlanFormApi
  readonly ground: PlanGround
}

/** Priority and play, and how each zone is mown. */
export function MoreFields({ form, ground }: MoreFieldsProps) {
  const { t } = useTranslation()
  const { control } = form
  const { priority, zoneTypeIds } = form.watch()
  const types = ground.zoneTypes.filter(({ id }) => zoneTypeIds.includes(id))
  const allowed = direction.options.filter(option => types.every(({ directions }) => directions.includes(option)))
  return (
    <>
      <div>
        <span className={classes.label} id="plan-priority">
          {t('plans.priority')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="plan-priority"
          data={planPriority.options.map(value => ({ value, label: t(`plans.priorities.${value}`) }))}
          value={priority}
          onChange={value => form.setValue('priority', planPriority.parse(value), { shouldDirty: true })}
        />
      </div>
      <SwitchField
        control={control}
        name="aheadOfPlay"
        label={t('plans.aheadOfPlay')}
        description={t('plans.aheadOfPlayText')}
      />
      <SwitchField control={control} name="onlyDue" label={t('plans.onlyDue')} description={t('plans.onlyDueText')} />
      <SwitchField control={control} name="startsByItself" label={t('plans.byItself')} />
      <details className={classes.more}>
        <summary>{t('plans.more')}</summary>
        <div className={classes.moreFields}>
          <SelectField
            control={control}
            name="direction"
            label={t('plans.direction')}
            choices={[
              { value: 'auto', label: t('plans.autoDirection') },
              ...allowed.map(value => ({ value, label: t(`missions.direction.${value}`) })),
            ]}
          />
          <SelectField
            control={control}
            name="pattern"
            label={t('missions.pattern')}
            choices={(['auto', ...mowingPattern.options] as const).map(value => ({
              value,
              label: t(`missions.patterns.${value}`),
            }))}
          />
          <SelectField
            control={control}
            name="turnScheme"
            label={t('missions.turnScheme')}
            choices={turnScheme.options.map(value => ({ value, label: t(`missions.scheme.${value}`) }))}
          />
          <NumberField control={control} name="cleaningCycles" label={t('missions.cleaningCycles')} />
          <SelectField
            control={control}
            name="cleanUpPass"
            label={t('missions.cleanUpPass.title')}
            choices={cleanUpPass.options.map(value => ({ value, label: t(`missions.cleanUpPass.${value}`) }))}
          />
        </div>
      </details>
    </>
  )
}
