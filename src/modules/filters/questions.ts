import type { Queryable } from '../../database/client.ts';
import type { Reply } from '../facets/reader.ts';
import { answerPartners, type PartnerQuestion } from './partner-questions.ts';
import { answerText, type TextQuestion } from './text-questions.ts';

/** What SQL answers of a filter. */
export type FilterQuestion = TextQuestion | PartnerQuestion;

/** Answers questions in their order: partners together in one statement, each text in one of its own. */
export async function answerQuestions(
  db: Queryable,
  questions: readonly FilterQuestion[],
): Promise<readonly Reply[]> {
  const first = questions[0];
  if (first?.kind === 'text' && questions.length === 1) return [await answerText(db, first)];
  const partners = questions.filter((question) => question.kind === 'partner');
  if (partners.length === questions.length) return answerPartners(db, partners);
  const ofPartners = partners.length > 0 ? answerPartners(db, partners) : undefined;
  return Promise.all(
    questions.map(async (question) => {
      if (question.kind === 'text') return answerText(db, question);
      const reply = (await ofPartners)?.[partners.indexOf(question)];
      if (reply === undefined) throw new Error(`no answer to ${question.name}`);
      return reply;
    }),
  );
}
