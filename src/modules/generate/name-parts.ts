/** Parts of invented company names. Each locale has 40 beginnings and 30 endings, so 1,200 first words. */
export interface NameParts {
  beginnings: readonly string[];
  endings: readonly string[];
  /** Index into WORD_LANGUAGES. */
  language: number;
}

export const BEGINNINGS = 40;
export const ENDINGS = 30;

function parts(language: number, beginnings: string, endings: string): NameParts {
  return { language, beginnings: beginnings.trim().split(/\s+/), endings: endings.trim().split(/\s+/) };
}

/** Any resemblance to a real company is a coincidence. No first word occurs in two locales. */
export const NAME_PARTS: Readonly<Record<string, NameParts>> = {
  english: parts(
    0,
    `Alder Amber Ash Birch Bramble Bright Cedar Clear Copper Crest Dale Elder Ember Fair Fern Gold Granite Gray
     Harbor Haven Heather High Iron Juniper Kestrel Lark Maple Marsh Oak Otter Pine Quill River Rowan Silver Spring
     Stone Summit Thorn Willow`,
    `bank bay bridge brook cliff crest field ford gate grove hall haven hill lock land lane leaf moss mere mill moor
     peak point port ridge shore side view wick wood`,
  ),
  german: parts(
    1,
    `Adler Ahorn Berg Birken Blau Buchen Donau Edel Eichen Eisen Elb Erlen Falken Feder Fichten Gold Grau Gruen Heide
     Hirsch Hoch Isar Kiefern Kranich Kupfer Linden Main Mosel Neu Nord Ost Rhein Rot Silber Sonnen Sued Tannen Ulmen
     Weiden West`,
    `auer bacher berger blick burg dorf eck feld fels furt garten grund hafen hagen hain haus heim hof horst kamp
     licht matt mark ried see stein tal wald weiler werk`,
  ),
  french: parts(
    2,
    `Alli Aman Arde Aube Aur Bel Beau Bois Bourg Bri Cham Chante Clair Cor Dore Epi Fleur Fon Gar Gran Haut Jar Lau Lav
     Loir Lum Mar Mir Mont Nor Pier Plai Riv Roche Sain Sol Ten Val Vau Ver`,
    `bec bois celle champ chaux clair court dieu don fleur fort gny gue lac lieu lin lon mare mont nay nelle niere
     pont roux sac sonne teau terre vigne ville`,
  ),
  spanish: parts(
    3,
    `Agua Alba Alta Alma Arbol Arena Bella Blanca Brisa Campo Casti Cielo Corta Costa Dora Estre Flor Fuente Gavi Girasol
     Huerta Isla Lago Loma Luna Mara Mira Monte Nieve Olivo Palma Pino Playa Ribera Roble Rosa Sierra Torre Valle Vega`,
    `bosque bravo cana centro clara cruz delsol dorada fina firme fresca grande luz mar nueva norte oro plata prado
     real roja rica rioja sol sur tierra vera verde viva zul`,
  ),
  italian: parts(
    4,
    `Acqua Albero Ambra Arco Aurora Bianco Borgo Bosco Brezza Campi Castel Cielo Colle Coral Dolce Fiore Fonte Gelso Gioia
     Lago Lauro Lume Mare Melo Mirto Monti Nuvo Olmo Onda Pietra Poggio Prato Quercia Rocca Rosso Salvia Sereno Stella
     Torri Valle`,
    `alto aperto bello buono calda certo chiaro corte dante doro ferro forte franco fresco gentile lieto lungo magno
     mondo nero nobile nova primo puro retto saldo santo solare vento vivo`,
  ),
  portuguese: parts(
    5,
    `Agreste Alecrim Algar Amora Areia Aroeira Azul Baia Barra Beira Brava Cajue Canto Cedro Cravo Duna Engenho Farol Figueira
     Folha Garca Horta Ipe Jacaranda Jardim Lagoa Laranja Lirio Manga Maresia Morro Nascente Ouro Pedra Pitanga Poente
     Praia Ribeira Serra Tijuca`,
    `alegre alta azul bela boa branca calma cheia clara doce dourada feliz firme forte funda grande leve linda mansa
     mirim nobre nova plena preta rara rica serena verde viva velha`,
  ),
  dutch: parts(
    0,
    `Amstel Beuken Bloem Brug Dijk Duin Eiken Gouden Groen Haven Hulst Hoge IJssel Jonge Kaas Kerk Klaver Koren Kust Lage
     Linde Maas Meer Molen Noorder Oever Oude Polder Riet Schans Sluis Spaar Tulpen Veen Vecht Vliet Waal Water Wilgen
     Zuider`,
    `akker beek berg bos brink broek burgh dam deel donk drecht duyn gaard gracht hoek horst huis kade kamp kwartier
     laan loo meent oord plein poort stede veld wijk zand`,
  ),
  nordic: parts(
    0,
    `Aske Eng Bjork Bla Brand Dal Eke Elm Falk Fjell Fjord Frost Furu Gran Gron Hav Hede Hvid Is Jern Kalla Kobber Lind
     Lund Lys Mid Ran Norr Ros Salt Sjo Skog Snow Soder Sol Stern Storm Strand Varg Vinter`,
    `backa berga borg bro by dahl elv fors gard gren hamn hav heim holm hult kvist lid lund mark mo nas ost quist
     sund torp vang vik vind vall aker`,
  ),
  slavic: parts(
    0,
    `Bialo Bor Brzo Buk Cerno Cisa Debo Dobro Dolna Gora Grab Jasna Javor Jezero Kalina Kamen Klen Kras Krasno Lesna Lipa
     Luka Malino Modra Mosta Nova Olsza Polna Radna Reka Rosna Sosna Stara Stribro Svetlo Topol Vesna Vila Zelena Zlato`,
    `brod byt cin dar dom grad gora hora kov lan lec lin log mir most nik nov pol rad ren rod skala sol step tek var
     ves vit voda zor`,
  ),
  japanese: parts(
    0,
    `Aka Aki Ama Ao Asa Fuji Fuku Haru Hayashi Hi Hoshi Ichi Ishi Iwa Kage Kami Kane Kiku Kita Kiyo Kuro Maru Matsu Mi
     Michi Mizu Mori Naga Naka Nishi Ogi Saku Shima Shiro Suzu Take Toku Tori Umi Yuki`,
    `beya da dani gata gawa hama hara hashi hata hora kado kubo ku ma mine moto mura nami nishi sono oka saki sato sawa
     shiro soko ta tani ura yama`,
  ),
  indian: parts(
    0,
    `Aakash Amrit Anand Arya Asha Bhara Chandra Deepa Dhara Divya Ganga Garuda Hari Indra Jaya Kamal Kaveri Kiran Lotus
     Madhu Mangal Megha Mitra Nava Neel Nila Padma Prabha Priya Raja Rishi Sagar Sanjay Shakti Shanti Surya Tara Uday
     Vana Vayu`,
    `bala bandhu deep dev dhan dhara ganj gram jit jyoti karan kriti kunj lok mala mani marg nagar nath nidhi path pur
     raj rath shree sutra tej veda vihar yug`,
  ),
  global: parts(
    0,
    `Alto Arka Auro Axio Bene Cala Cora Dalia Delmar Ela Fenix Galia Halo Iona Jura Kaira Kora Lumi Maris Mela Nexa Nima
     Nuri Onyx Orion Pala Qira Rami Sela Sena Sola Tali Tora Ulma Vanta Vela Xeno Yara Zeni Zora`,
    `bex cara dine dora fora gen glo kine lex lio lune mira nex nova phi plex qor rise sera sonic synth tara tel
     terra tron vate verse via vo zen`,
  ),
};
