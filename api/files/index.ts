import multipart from '@fastify/multipart'
import { defineDomain } from '../crud/domain.ts'
import { checkFeature } from '../crud/features.ts'
import { attachment } from './attachments/attachment.ts'
import { addAttachments } from './attachments/routes.ts'
import { takeSubjects } from './attachments/subjects.ts'
import { addBackup } from './backup.ts'
import { addDownloads } from './downloads.ts'
import { takeEvidence } from './evidence_access.ts'
import { addExports } from './export/routes.ts'
import { file } from './file.ts'
import { addFiles, addFolder } from './file_routes.ts'
import { addFolders } from './folders.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { job } from './jobs/job.ts'
import { addJobs } from './jobs/routes.ts'
import { JobWorker } from './jobs/worker.ts'
import { addPeopleUsage } from './people_usage.ts'
import { makeScan } from './scan.ts'
import { addShares } from './share.ts'
import { makeFileRepair, makeFileUpkeep } from './upkeep.ts'

/** Files, folders and jobs; exports need no files. */
export const files = defineDomain({
  feature: 'files',
  // Jobs and attachments of all the viewer's organisations, where one has files.
  async requires({ viewer }) {
    if (viewer) checkFeature(viewer, 'files')
  },
  // Uploads are read by a parser of their own, which other routes do not have.
  async begin(app) {
    await app.register(multipart, { throwFileSizeLimit: false })
  },
  resources: { attachment, file, job },
  actions: [
    addFiles,
    addFolder,
    addFolders,
    addPeopleUsage,
    addDownloads,
    addShares,
    addAttachments,
    addJobs,
    addBackup,
  ],
  always: [addExports],
  background(context) {
    const worker = new JobWorker(context, jobHandlers)
    context.jobs = worker
    return [worker, makeFileUpkeep(context), makeFileRepair(context), makeScan(context)]
  },
  takes(domains) {
    takeSubjects(domains)
    takeEvidence(domains)
  },
  figures: [
    { of: 'organisation', name: 'failed_jobs', list: 'job', query: ({ from }) => ({ from, state: 'failed' }) },
    { of: 'organisation', name: 'files', list: 'file', query: () => ({ is_folder: false, deleted: false }) },
    {
      of: 'organisation',
      name: 'infected_files',
      list: 'file',
      query: () => ({ is_folder: false, scan_state: 'infected' }),
    },
  ],
})
