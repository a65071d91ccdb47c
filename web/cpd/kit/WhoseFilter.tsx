import { useTranslation } from 'react-i18next'
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx'

/** The filter of a list by person: one's own records, or everybody's, or those that wait for the viewer's decision. */
export function WhoseFilter({ values }: { values: readonly Whose[] }) {
  const { t } = useTranslation()
  return (
    <SelectFilter
      name="of"
      values={values}
      label={t('cpd:whose.label')}
      textOf={(each) => t(`cpd:whose.${each}`)}
      any={t('cpd:whose.mine')}
      mb={0}
    />
  )
}

type Whose = 'all' | 'waiting' | 'waiver'
