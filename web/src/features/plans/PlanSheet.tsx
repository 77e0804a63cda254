import { calls } from '@greensward/contract'
import { type StandingPlan, WEEKDAYS, weekdayOf } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../api/index.ts'
import { formResolver, RecordSheet } from '../../ui/index.ts'
import { MoreFields } from './MoreFields.tsx'
import { MowerFields } from './MowerFields.tsx'
import { PlanWhatIf } from './PlanWhatIf.tsx'
import { PlanYield } from './PlanYield.tsx'
import { fieldsOf, newPlan, type PlanFields, type PlanGround, type PlanValues, planForm } from './planDraft.ts'
import { RhythmFields } from './RhythmFields.tsx'
import { ZoneFields } from './ZoneFields.tsx'

interface PlanSheetProps {
  /** Undefined adds a plan. */
  readonly plan: StandingPlan | undefined
  readonly ground: PlanGround
  readonly today: string
  readonly onClose: () => void
}

/** The form of a standing plan. Everything but the zones is filled in, so a usual plan takes few presses. */
export function PlanSheet({ plan, ground, today, onClose }: PlanSheetProps) {
  const { t } = useTranslation()
  const changes = { changes: [calls.standingPlans.list, calls.standingPlans.days] }
  const create = useAct(calls.standingPlans.create, changes)
  const update = useAct(calls.standingPlans.update, changes)
  const form = useForm<PlanFields, unknown, PlanValues>({
    resolver: formResolver(planForm),
    defaultValues: plan === undefined ? newPlan(today) : fieldsOf(plan),
  })
  return (
    <RecordSheet
      title={t(plan === undefined ? 'plans.add' : 'plans.edit')}
      form={form}
      onClose={onClose}
      onSave={body =>
        plan === undefined
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: plan.id }, body: { ...body, updatedAt: plan.updatedAt } })
      }
    >
      <ZoneFields form={form} ground={ground} isNew={plan === undefined} />
      <RhythmFields form={form} weekday={WEEKDAYS[weekdayOf(today)] ?? 'mon'} />
      <PlanYield form={form} ground={ground} today={today} />
      <MowerFields form={form} ground={ground} />
      <MoreFields form={form} ground={ground} />
      <PlanWhatIf form={form} plan={plan} ground={ground} />
    </RecordSheet>
  )
}
