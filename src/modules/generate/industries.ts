import { PROFILES } from './technologies.ts';

/** Languages of the words that stand in the names of companies. */
export const WORD_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const;

/** Partner networks: every hundredth company is one, by its place in the table. */
export const NETWORK_SLOT = 50;

export interface Industry {
  name: string;
  /** Index into PROFILES. */
  profile: number;
  /** Added to the band of employees: banks are larger than bars. */
  size: number;
  /** Factor of the age. */
  age: number;
  /** Share of young companies that have venture investors. */
  venture: number;
}

/** One word that names the industry in a company's name, in each language. A company has one of 100 slots. */
export interface IndustrySlot {
  industry: Industry;
  words: readonly string[];
}

/**
 * Industries, the most frequent first: name | profile | size | age | venture, then a line for each word in the six
 * languages. The number of words is the share of the industry in per cent.
 */
const TABLE = `
= Software | digital | 0 | 0.5 | 0.4
Software
Systems Systeme Systemes Sistemas Sistemi Sistemas
Labs
Digital
Cloud
Data Daten Donnees Datos Dati Dados
Technologies Technologie Technologies Tecnologias Tecnologie Tecnologia
Analytics Analytik Analytique Analitica Analisi Analises
Apps
Networks Netzwerke Reseaux Redes Reti Redes
Robotics Robotik Robotique Robotica Robotica Robotica
Code
= Retail | commerce | -0.2 | 1 | 0.12
Stores Handel Magasins Tiendas Negozi Lojas
Market Markt Marche Mercado Mercato Mercado
Fashion Mode Mode Moda Moda Moda
Outdoor
Home Wohnen Maison Hogar Casa Casa
Sports Sport Sports Deportes Sport Esportes
Toys Spielwaren Jouets Juguetes Giocattoli Brinquedos
Books Buch Livres Libros Libri Livros
= Manufacturing | industry | 0.5 | 1.8 | 0.05
Industries Industrie Industrie Industrias Industrie Industrias
Works Werke Ateliers Talleres Officine Oficinas
Machines Maschinenbau Machines Maquinaria Macchine Maquinas
Tools Werkzeuge Outillage Herramientas Utensili Ferramentas
Components Bauteile Composants Componentes Componenti Componentes
Metals Metallbau Metaux Metales Metalli Metais
Plastics Kunststoff Plastiques Plasticos Plastica Plasticos
= IT Services | digital | 0.1 | 0.7 | 0.1
Consulting Beratung Conseil Consultores Consulenza Consultoria
Hosting
Solutions Loesungen Solutions Soluciones Soluzioni Solucoes
Integration Integration Integration Integracion Integrazione Integracao
Support
Infrastructure Infrastruktur Infrastructures Infraestructura Infrastrutture Infraestrutura
= Health Care | public | 0.3 | 1.2 | 0.15
Health Gesundheit Sante Salud Salute Saude
Clinics Kliniken Cliniques Clinicas Cliniche Clinicas
Care Pflege Soins Cuidados Cure Cuidados
Dental
Medical Medizin Medical Medica Medica Medica
Diagnostics Diagnostik Diagnostics Diagnosticos Diagnostica Diagnosticos
= Financial Services | finance | 0.2 | 1 | 0.3
Finance Finanz Finances Finanzas Finanza Financas
Payments Zahlung Paiements Pagos Pagamenti Pagamentos
Asset Vermoegen Patrimoine Patrimonio Patrimoni Patrimonio
Leasing
= Logistics | industry | 0.3 | 1.2 | 0.15
Logistics Logistik Logistique Logistica Logistica Logistica
Freight Fracht Fret Fletes Trasporti Fretes
Shipping Spedition Transit Envios Spedizioni Envios
Warehousing Lager Entrepots Almacenes Magazzini Armazens
= Education | public | 0.2 | 1.3 | 0.1
Academy Akademie Academie Academia Accademia Academia
Learning Lernen Apprentissage Aprendizaje Formazione Ensino
School Schule Ecole Escuela Scuola Escola
College Kolleg Lycee Colegio Collegio Colegio
= Food and Beverage | commerce | 0 | 1.5 | 0.1
Foods Lebensmittel Aliments Alimentos Alimentari Alimentos
Bakery Baeckerei Boulangerie Panaderia Panificio Padaria
Coffee Kaffee Cafe Cafes Caffe Cafes
Brewery Brauerei Brasserie Cerveceria Birrificio Cervejaria
= Consulting | services | -0.2 | 0.9 | 0.02
Advisory Unternehmensberatung Expertise Asesores Advisory Assessoria
Strategy Strategie Strategie Estrategia Strategia Estrategia
Research Forschung Recherche Investigacion Ricerche Pesquisa
Talent Personal Talents Talento Talenti Talentos
= Media | media | 0 | 1 | 0.15
Media Medien Medias Medios Media Midia
Studios
Publishing Verlag Editions Editorial Editrice Editora
News Nachrichten Infos Noticias Notizie Noticias
= Construction | industry | 0 | 1.4 | 0.02
Construction Bau Construction Construcciones Costruzioni Construcoes
Engineering Ingenieure Ingenierie Ingenieria Ingegneria Engenharia
Roofing Dachbau Toitures Tejados Coperture Telhados
= Banking | finance | 1.6 | 3.2 | 0
Bank Bank Banque Banco Banca Banco
Savings Sparkasse Epargne Ahorros Risparmio Poupanca
= Insurance | finance | 1 | 2.6 | 0.05
Insurance Versicherung Assurances Seguros Assicurazioni Seguros
Mutual Gegenseitige Mutuelle Mutua Mutua Mutua
= Real Estate | services | -0.3 | 1.1 | 0.08
Properties Immobilien Immobilier Inmobiliaria Immobiliare Imoveis
Homes Wohnbau Logements Viviendas Abitazioni Moradias
= Advertising | media | -0.3 | 0.7 | 0.1
Marketing
Creative Werbung Creation Creativa Creativa Criativa
= Energy | industry | 0.5 | 1.2 | 0.2
Energy Energie Energie Energia Energia Energia
Solar
Wind
= Hospitality | commerce | 0 | 1.2 | 0.02
Hotels
Kitchens Gasthaus Restaurants Restaurantes Ristoranti Restaurantes
= Legal Services | services | -0.6 | 1.4 | 0.02
Law Recht Avocats Abogados Legale Advogados
Notary Notariat Notaires Notarios Notai Notarios
= Biotechnology | public | 0.1 | 0.6 | 0.5
Biotech
Genomics Genomik Genomique Genomica Genomica Genomica
= Pharmaceuticals | public | 0.7 | 1.6 | 0.2
Pharma
Therapeutics Therapie Therapies Terapias Terapie Terapias
= Telecommunications | digital | 0.8 | 1.1 | 0.1
Telecom
Mobile Mobilfunk Mobile Movil Mobile Movel
= Automotive | industry | 0.6 | 1.6 | 0.1
Motors Motoren Moteurs Motores Motori Motores
Autos Autohaus Automobiles Coches Auto Carros
= Travel | commerce | -0.1 | 0.9 | 0.2
Travel Reisen Voyages Viajes Viaggi Viagens
Tours Touren Circuits Excursiones Escursioni Passeios
= Security | digital | 0 | 0.6 | 0.45
Security Sicherheit Securite Seguridad Sicurezza Seguranca
Identity Identitaet Identite Identidad Identita Identidade
= Games | media | -0.2 | 0.5 | 0.35
Games Spiele Jeux Juegos Giochi Jogos
= Agriculture | industry | -0.2 | 1.6 | 0.08
Farms Agrar Fermes Granjas Agricola Fazendas
= Chemicals | industry | 0.8 | 2 | 0.03
Chemicals Chemie Chimie Quimica Chimica Quimica
= Aerospace | industry | 1 | 1.4 | 0.2
Aerospace Luftfahrt Aeronautique Aeronautica Aerospazio Aeroespacial
= Utilities | industry | 0.8 | 2 | 0.02
Utilities Stadtwerke Services-Urbains Servicios Servizi Servicos
= Non-profit | public | -0.2 | 1.4 | 0
Foundation Stiftung Fondation Fundacion Fondazione Fundacao
= Public Sector | public | 1.2 | 2.6 | 0
Council Gemeinde Commune Municipio Comune Prefeitura
`;

export const SLOTS: readonly IndustrySlot[] = placeNetworks(
  TABLE.split('\n= ')
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(parseIndustry),
);

/** Names of the industries, the most frequent first. */
export const INDUSTRIES: readonly string[] = [...new Set(SLOTS.map(({ industry }) => industry.name))].sort(
  (a, b) => countSlots(b) - countSlots(a),
);

function countSlots(name: string): number {
  return SLOTS.filter(({ industry }) => industry.name === name).length;
}

function parseIndustry(block: string): IndustrySlot[] {
  const [head = '', ...lines] = block.split('\n');
  const [name = '', profile = '', size, age, venture] = head.split('|').map((part) => part.trim());
  const industry: Industry = {
    name,
    profile: PROFILES.indexOf(profile),
    size: Number(size),
    age: Number(age),
    venture: Number(venture),
  };
  return lines.map((line) => ({ industry, words: line.split(' ') }));
}

/** Exchanges two slots, so that the consultants of IT stand in NETWORK_SLOT. */
function placeNetworks(slots: IndustrySlot[]): IndustrySlot[] {
  const at = slots.findIndex(({ words }) => words[0] === 'Consulting');
  return slots.map((slot, index) => {
    if (index === at) return slots[NETWORK_SLOT] ?? slot;
    return index === NETWORK_SLOT ? (slots[at] ?? slot) : slot;
  });
}
