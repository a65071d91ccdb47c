import { useTranslation } from 'react-i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx'

/**
 * The filter of a list by person: one's own records, or everybody's, or those that wait for the viewer's decision.
 *
 * @param any what is shown without a choice, where that is not everything that the viewer may see
 */
export function WhoseFilter({ values, any }: { values: readonly Whose[]; any?: string }) {
  const { t } = useTranslation()
  return (
    <SelectFilter
      name="of"
      values={values}
      label={t('cpd:whose.label')}
      textOf={(each) => t(`cpd:whose.${each}`)}
      {...(any && { any })}
    />
  )
}

/** The filter of a list by state. */
export function StateFilter<S extends string>({ values, textOf }: StateFilterProps<S>) {
  const { t } = useTranslation()
  return (
    <SelectFilter
      name="state"
      values={values}
      label={t('cpd:activities.state')}
      textOf={textOf ?? ((each) => choiceOf(t, each))}
    />
  )
}

type Whose = 'all' | 'mine' | 'waiting' | 'waiver'
type StateFilterProps<S extends string> = { values: readonly S[]; textOf?: (value: S) => string }
