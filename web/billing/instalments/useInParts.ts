import { useTranslation } from 'react-i18next'

/** Says in how many parts something is paid, and how often: “4, every quarter”. */
export function useInParts() {
  const { t } = useTranslation()
  return ({ instalments: count, instalment_every: every }: Terms) => t(`billing:instalments.parts.${every}`, { count })
}

type Terms = { instalments: number; instalment_every: 'month' | 'quarter' }
