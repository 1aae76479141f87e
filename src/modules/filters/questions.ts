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
  const partners = questions.filter((question) => question.kind === 'partner');
  const texts = questions.filter((question) => question.kind === 'text');
  const [ofTexts, ofPartners] = await Promise.all([
    Promise.all(texts.map(async (question) => [question, await answerText(db, question)] as const)),
    partners.length > 0 ? answerPartners(db, partners) : [],
  ]);
  const replies = new Map<FilterQuestion, Reply>([...ofTexts, ...ofPartners]);
  return questions.flatMap((question) => replies.get(question) ?? []);
}
