import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { ApiContext } from '../context.ts'
import { requireOpened } from '../crud/features.ts'
import type { Resource } from '../crud/resource.ts'
import { addResource } from '../crud/routes.ts'
import type { JobWorker } from '../files/jobs/worker.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { checkFeature } from './access.ts'
import { addVerify } from './activities/verify.ts'
import { addAdopt } from './cycles/adopt.ts'
import { storeBuiltIn } from './cycles/built_in.ts'
import { addCycleActions } from './cycles/expire.ts'
import { addEvidenceFiles } from './evidence_files.ts'
import { addFormActions } from './forms/form_actions.ts'
import { addImport } from './import/import.ts'
import { addMatrix } from './matrix/matrix.ts'
import { addContacts } from './people/contacts.ts'
import { addGoalCopies } from './plans/copy_goals.ts'
import { addCurrentPlans } from './plans/current_plans.ts'
import { addPlanActions } from './plans/plan_actions.ts'
import { addCaseNumbers } from './procedures/case_numbers.ts'
import { addProcedureActions } from './procedures/procedure_actions.ts'
import { addRefdata } from './refdata.ts'
import { addReportRoutes } from './report/routes.ts'
import { addSendReport } from './report/sendreport.ts'
import { addCharts } from './results/charts.ts'
import { addStats } from './results/stats.ts'

/** Continuing professional development: 501 where it is switched off. */
export async function addCpd(
  app: TypedApp,
  context: ApiContext,
  resources: Resource[],
  jobs: JobWorker,
): Promise<void> {
  await storeBuiltIn(context.db)
  await app.register(async (encapsulated) => {
    const instance = encapsulated.withTypeProvider<TypeBoxTypeProvider>()
    instance.addHook('preHandler', async ({ viewer, query, body }) => {
      if (viewer) checkFeature(viewer, { ...(query as object), ...(body as object) })
    })
    instance.addHook('preHandler', requireOpened(context.db, 'cpd'))
    for (const resource of resources) addResource(instance, context, resource)
    addAdopt(instance, context)
    addCycleActions(instance, context)
    addCurrentPlans(instance, context)
    addPlanActions(instance, context)
    addGoalCopies(instance, context)
    addVerify(instance, context)
    addCaseNumbers(instance, context)
    addProcedureActions(instance, context)
    addFormActions(instance, context)
    addContacts(instance, context)
    addRefdata(instance, context)
    addStats(instance, context)
    addMatrix(instance, context)
    addEvidenceFiles(instance, context)
    addReportRoutes(instance, context, jobs)
    addSendReport(instance, context)
    addCharts(instance, context)
    addImport(instance, context)
  })
}
