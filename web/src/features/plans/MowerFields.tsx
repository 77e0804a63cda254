import type { PlanMower } from '@greensward/domain'
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './PlanSheet.module.css'
import type { PlanGround } from './planDraft.ts'
import type { PlanFormApi } from './ZoneFields.tsx'

interface MowerFieldsProps {
  readonly form: PlanFormApi
  readonly ground: PlanGround
}

/** The mowers of the plan, each with its blade and the types of zones that it suits; none chosen leaves it open. */
export function MowerFields({ form, ground }: MowerFieldsProps) {
  const { t } = useTranslation()
  const { mowers: chosen } = form.watch()
  const set = (mowers: PlanMower[]): void => form.setValue('mowers', mowers, { shouldDirty: true })
  const change = (mowerId: string, part: Partial<PlanMower>): void =>
    set(chosen.map(mower => (mower.mowerId === mowerId ? { ...mower, ...part } : mower)))
  const gone = chosen.filter(({ mowerId }) => !ground.mowers.some(({ id }) => id === mowerId))
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t('plans.mowers')}</legend>
      <p className={classes.note}>{t(chosen.length === 0 ? 'plans.anyMower' : 'plans.onlyThese')}</p>
      {ground.mowers.map(({ id, name, color }) => {
        const own = chosen.find(({ mowerId }) => mowerId === id)
        return (
          <div key={id} className={classes.mower}>
            <Checkbox
              label={
                <span className={classes.type}>
                  <span className={classes.disc} style={{ background: color }} aria-hidden />
                  {name}
                </span>
              }
              checked={own !== undefined}
              onChange={event =>
                set(
                  event.currentTarget.checked
                    ? [...chosen, { mowerId: id, bladeId: null, zoneTypeIds: null }]
                    : chosen.filter(({ mowerId }) => mowerId !== id),
                )
              }
            />
            {own !== undefined && (
              <div className={classes.pair}>
                <NativeSelect
                  aria-label={t('plans.bladeOf', { name })}
                  value={own.bladeId ?? ''}
                  onChange={event => change(id, { bladeId: event.currentTarget.value || null })}
                  data={[
                    { value: '', label: t('plans.fittedBlade') },
                    ...ground.blades.map(blade => ({ value: blade.id, label: blade.name })),
                  ]}
                />
                <MultiSelect
                  aria-label={t('plans.suits', { name })}
                  {...(own.zoneTypeIds === null ? { placeholder: t('plans.suitsAll') } : {})}
                  data={ground.zoneTypes
                    .filter(({ mowable }) => mowable)
                    .map(type => ({ value: type.id, label: type.name }))}
                  value={own.zoneTypeIds ?? []}
                  onChange={ids => change(id, { zoneTypeIds: ids.length === 0 ? null : ids })}
                />
              </div>
            )}
          </div>
        )
      })}
      {gone.map(({ mowerId }) => (
        <Checkbox
          key={mowerId}
          label={t('plans.goneMower')}
          checked
          onChange={() => set(chosen.filter(other => other.mowerId !== mowerId))}
        />
      ))}
    </fieldset>
  )
}
